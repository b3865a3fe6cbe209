import FHIRTape

/// Style sheets in an attribute: <https://hl7.org/fhir/DSTU2/narrative.html#css>.
enum NarrativeStyle {
  /// What a style reaches, the worst last.
  enum Reach: Comparable {
    /// Nothing outside the resource.
    case nothing
    /// Something beside the page that shows the narrative: a relative address.
    case neighbour
    /// An absolute address, a style sheet, or code.
    case outside
  }

  static func reach(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Reach {
    hasSuspects(start, end) ? inspect(NarrativeText(start, end)) : .nothing
  }

  /// Whether the style has a character that all such styles have: a parenthesis or an `@`, or a character that may hide
  /// them, a backslash or a `&`. Other styles may have it, too.
  @inline(__always)
  private static func hasSuspects(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var p = start
    while p < end {
      // Bytes after the end become zeros.
      let x = Bytes.load(p) &<< UInt64(truncatingIfNeeded: max(8 &- (end - p), 0) &* 8)
      let parenthesis = (x ^ 0x2828_2828_2828_2828) &- ones
      let at = (x ^ 0x4040_4040_4040_4040) &- ones
      let backslash = (x ^ 0x5C5C_5C5C_5C5C_5C5C) &- ones
      let ampersand = (x ^ 0x2626_2626_2626_2626) &- ones
      if (parenthesis | at | backslash | ampersand) & 0x8080_8080_8080_8080 != 0 { return true }
      p += 8
    }
    return false
  }

  private static func isQuote(_ c: UInt32) -> Bool { c == 0x22 || c == 0x27 }

  @inline(__always)
  private static func isLetter(_ c: UInt32) -> Bool { (c | 0x20) &- 0x61 < 26 || c == UInt8(ascii: "-") }

  /// Reads the words of the style as a browser does: without comments and strings, with CSS escapes resolved, ignoring
  /// case. A string is an address only in the list of an `image-set`.
  private static func inspect(_ text: NarrativeText) -> Reach {
    var characters = Unescaped(text)
    var reach = Reach.nothing
    var word = NarrativeName()
    var (isOver, isInString) = (false, false)
    // The parentheses that are open from that of an `image-set` on.
    var depth = 0
    while reach < .outside, let c = characters.next() {
      let isOpening = !isInString && isQuote(c) && characters.end != nil
      if isOpening, depth == 1 || depth > 0 && characters.end == .max { reach = max(reach, target(&characters)) }
      isInString = characters.end.map(isQuote) ?? false
      if isInString || isOpening {
        word = NarrativeName()
        continue
      }
      if isLetter(c) {
        if isOver { word = NarrativeName() }
        isOver = false
        word.append(UInt8(truncatingIfNeeded: c | 0x20))
        continue
      }
      if c == UInt8(ascii: "@") { return .outside }
      if c == UInt8(ascii: "(") {
        if word == expression { return .outside }
        if imageSets.contains(word) { depth = 1 } else if depth > 0, characters.taken == c { depth += 1 }
        if word == url {
          if characters.end == nil { characters.end = parenthesis }
          reach = max(reach, target(&characters))
          if depth > 0, characters.end == nil, characters.taken == parenthesis { depth -= 1 }
        }
      } else if depth > 0, characters.taken == parenthesis {
        depth -= 1
      }
      if c == UInt8(ascii: ":"), bindings.contains(word) { return .outside }
      isOver = true
      if c > 0x20 { word = NarrativeName() }
    }
    return reach
  }

  /// What the address after `url(`, or in a string, reaches: nothing if it is embedded image data, or a place in the
  /// resource. Browsers drop white space within an address, and read a backslash as a slash.
  private static func target(_ characters: inout Unescaped) -> Reach {
    var start = NarrativeName()
    var (isData, isRooted) = (false, false)
    while let c = characters.next() {
      guard let end = characters.end else { break }
      if start.length == 0, isQuote(c), !isQuote(end) {
        if end == parenthesis { characters.end = c }
        continue
      }
      if c <= 0x20 { continue }
      if start.length == 0, c == UInt8(ascii: "#") { return .nothing }
      let isSlash = c == UInt8(ascii: "/") || c == UInt8(ascii: "\\")
      if isRooted { return isSlash ? .outside : .neighbour }
      isRooted = isSlash && start.length == 0
      start.append(UInt8(truncatingIfNeeded: c < 0x80 ? c | 0x20 : 0x80))
      if isData {
        if start.length == image.length { return start == image ? .nothing : .outside }
      } else if c == UInt8(ascii: ":") {
        isData = start == data
        if !isData { return .outside }
      } else if isSlash ? !isRooted : c < 0x80 && endings.contains(UInt8(truncatingIfNeeded: c)) {
        return .neighbour
      }
    }
    return isData ? .outside : .neighbour
  }

  private static let parenthesis = UInt32(UInt8(ascii: ")"))
  private static let expression = NarrativeName("expression")
  private static let url = NarrativeName("url")
  private static let imageSets = ["image-set", "-webkit-image-set"].map { NarrativeName($0) }
  private static let image = NarrativeName("data:image/")
  private static let data = NarrativeName("data:")
  /// What ends the part of an address that may be a scheme.
  private static let endings: [UInt8] = Array("?#)\"'".utf8)
  // In the form that `c | 0x20` gives.
  private static let bindings = ["behavior", "-moz-binding"].map(NarrativeName.init)

  /// The characters of a style without comments, escapes resolved.
  private struct Unescaped {
    private var text: NarrativeText
    private var pending: UInt32?
    /// What ends the string or the address that is being read: no comment begins within it. The largest number where
    /// nothing tells any more what is a string.
    var end: UInt32?
    /// The last character as written: a backslash for an escape.
    private(set) var taken: UInt32 = 0

    init(_ text: NarrativeText) { self.text = text }

    mutating func next() -> UInt32? {
      while let c = take() {
        taken = c
        if c == UInt8(ascii: "\\") { return escape() }
        if let end {
          // A line end is a space or the end of the string, so it is no longer certain what is a comment.
          if c == end { self.end = nil } else if c == 0x0A || c == 0x0C || c == 0x0D { self.end = .max }
          return c
        }
        if c == 0x22 || c == 0x27 {
          end = c
          return c
        }
        guard c == UInt8(ascii: "/"), let second = take() else { return c }
        guard second == UInt8(ascii: "*") else {
          pending = second
          return c
        }
        var last: UInt32 = 0
        while let c = take(), !(last == UInt8(ascii: "*") && c == UInt8(ascii: "/")) { last = c }
      }
      return nil
    }

    private mutating func take() -> UInt32? {
      if let c = pending {
        pending = nil
        return c
      }
      return text.next().map(UInt32.init)
    }

    /// Up to six hexadecimal digits and a space, or any character, which stands for itself.
    private mutating func escape() -> UInt32? {
      var code: UInt32 = 0
      for digits in 0..<6 {
        guard let c = take() else { return digits > 0 ? code : nil }
        let isDigit = c &- 0x30 < 10
        guard isDigit || (c | 0x20) &- 0x61 < 6 else {
          if digits == 0 { return c }
          if c > 0x20 { pending = c }
          return code
        }
        code = code << 4 | (isDigit ? c &- 0x30 : (c | 0x20) &- 0x57)
      }
      return code
    }
  }
}
