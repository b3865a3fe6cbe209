/// XML or HTML, as a literal. Text of any origin becomes part of it only by interpolation, which escapes it.
struct Markup: ExpressibleByStringInterpolation, Sendable {
  private(set) var text: String

  init(stringLiteral text: String) { self.text = text }
  init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  /// Markup that a constant of the page holds.
  init(constant text: String) { self.text = text }

  /// A text with the characters of markup escaped, and with visible replacements for hidden characters: XML 1.0 cannot
  /// express most control characters, U+FFFE and U+FFFF, even as character references.
  static func escaped(_ text: String) -> String {
    let shown = TerminalText.visible(text)
    guard shown.utf8.contains(where: { entity($0) != nil }) else { return shown }
    let bytes: [UInt8] = shown.utf8.reduce(into: []) { bytes, byte in
      if let entity = entity(byte) { bytes += entity.utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func entity(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    // Not inlined: a page is made of hundreds of pieces.
    @inline(never) mutating func appendLiteral(_ markup: String) { text += markup }
    mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
    @inline(never) mutating func appendInterpolation(_ text: String) { self.text += escaped(text) }
    @inline(never) mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    mutating func appendInterpolation(grouped number: Int) { text += String(grouped: number) }
  }
}

extension Sequence<Markup> {
  func joined(separator: Markup = "") -> Markup { Markup(constant: map(\.text).joined(separator: separator.text)) }
}
