import FHIRTape

/// Style sheets in an attribute: <https://hl7.org/fhir/DSTU2/narrative.html#css>.
enum NarrativeStyle {
  /// Whether a style loads something from elsewhere, or runs code.
  static func reachesOut(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    if !hasSuspects(start, end) { return false }
    var p = start
    var hasParenthesis = false
    var hasComment = false
    while p < end {
      switch p.pointee {
      case UInt8(ascii: "@"), UInt8(ascii: "&"), UInt8(ascii: "\\"): return inspect(NarrativeText(start, end))
      case UInt8(ascii: "("): hasParenthesis = true
      case UInt8(ascii: "*"): hasComment = true
      default: break
      }
      p += 1
    }
    if !hasParenthesis { return false }
    return hasComment ? inspect(NarrativeText(start, end)) : inspectPlain(start, end)
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

  /// As ``inspect(_:)`` for a style without escapes and comments: checks only the words before parentheses and colons.
  private static func inspectPlain(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    var p = start
    while p < end {
      if p.pointee == UInt8(ascii: "(") {
        let word = word(before: p, notBefore: start)
        if word == expression { return true }
        if word == url {
          var characters = Unescaped(NarrativeText(p + 1, end))
          if !isHarmless(&characters) { return true }
        }
      } else if p.pointee == UInt8(ascii: ":"), bindings.contains(word(before: p, notBefore: start)) {
        return true
      }
      p += 1
    }
    return false
  }

  /// The letters before a place, ignoring white space between.
  private static func word(before p: UnsafePointer<UInt8>, notBefore start: UnsafePointer<UInt8>) -> NarrativeName {
    var end = p
    while end > start, end[-1] <= 0x20 { end -= 1 }
    var first = end
    while first > start, isLetter(UInt32(first[-1])) { first -= 1 }
    var word = NarrativeName()
    while first < end {
      word.append(first.pointee | 0x20)
      first += 1
    }
    return word
  }

  @inline(__always)
  private static func isLetter(_ c: UInt32) -> Bool { (c | 0x20) &- 0x61 < 26 || c == UInt8(ascii: "-") }

  /// Reads the words of the style as a browser does: without comments, with CSS escapes resolved, ignoring case.
  private static func inspect(_ text: NarrativeText) -> Bool {
    var characters = Unescaped(text)
    var word = NarrativeName()
    var isOver = false
    while let c = characters.next() {
      if isLetter(c) {
        if isOver { word = NarrativeName() }
        isOver = false
        word.append(UInt8(truncatingIfNeeded: c | 0x20))
        continue
      }
      if c == UInt8(ascii: "@") { return true }
      if c == UInt8(ascii: "(") {
        if word == expression { return true }
        if word == url, !isHarmless(&characters) { return true }
      }
      if c == UInt8(ascii: ":"), bindings.contains(word) { return true }
      isOver = true
      if c > 0x20 { word = NarrativeName() }
    }
    return false
  }

  /// Whether `url(` continues with embedded image data, or with a place in the resource.
  private static func isHarmless(_ characters: inout Unescaped) -> Bool {
    var type = NarrativeName()
    while let c = characters.next(), type.length < 11 {
      if c <= 0x20 || type.length == 0 && (c == 0x22 || c == 0x27) { continue }
      if type.length == 0, c == UInt8(ascii: "#") { return true }
      type.append(UInt8(truncatingIfNeeded: c < 0x80 ? c | 0x20 : 0x80))
      if type == image { return true }
    }
    return false
  }

  private static let expression = NarrativeName("expression")
  private static let url = NarrativeName("url")
  private static let image = NarrativeName("data:image/")
  // In the form that `c | 0x20` gives.
  private static let bindings = ["behavior", "-moz-binding"].map(NarrativeName.init)

  /// The characters of a style without comments, escapes resolved.
  private struct Unescaped {
    private var text: NarrativeText
    private var pending: UInt32?

    init(_ text: NarrativeText) { self.text = text }

    mutating func next() -> UInt32? {
      while let c = take() {
        if c == UInt8(ascii: "\\") { return escape() }
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
