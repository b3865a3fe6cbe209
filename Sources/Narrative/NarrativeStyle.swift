/// Style sheets in an attribute: <https://hl7.org/fhir/DSTU2/narrative.html#css>.
enum NarrativeStyle {
  /// Whether a style brings in something from elsewhere, or runs something.
  static func reachesOut(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    // All that reaches out has a parenthesis or an `@`, or hides it behind an escape.
    var p = start
    while p < end {
      switch p.pointee {
      case UInt8(ascii: "("), UInt8(ascii: "@"), UInt8(ascii: "&"), UInt8(ascii: "\\"):
        return inspect(NarrativeText(start, end))
      default: p += 1
      }
    }
    return false
  }

  /// Follows the words of the style, as a browser reads them: comments dropped, escapes of CSS resolved, in any case.
  private static func inspect(_ text: NarrativeText) -> Bool {
    var characters = Unescaped(text)
    var word = NarrativeName()
    var isOver = false
    while let c = characters.next() {
      if (c | 0x20) &- 0x61 < 26 || c == UInt8(ascii: "-") {
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

  /// Whether `url(` goes on with an image that it holds itself, or with a place in the resource.
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
  // As `c | 0x20` writes them.
  private static let bindings = ["behavior", "-moz-binding"].map(NarrativeName.init)

  /// The characters of a style without its comments, escapes resolved.
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

    /// Up to six hexadecimal digits and a space, or any character for itself.
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
