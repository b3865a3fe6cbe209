/// Text of anybody's as XML 1.0 and HTML may have it, between tags and in quoted attributes.
enum XMLText {
  /// Appends the text: what has no picture gets one, and what XML would read as its own is escaped.
  ///
  /// XML 1.0 has no way to write most control characters, U+FFFE and U+FFFF, not even by number.
  static func append(_ text: String, to output: inout [UInt8]) {
    let start = output.count
    TerminalText.append(text, to: &output)
    guard output[start...].contains(where: { entity($0) != nil }) else { return }
    let shown = output[start...]
    output.removeSubrange(start...)
    for byte in shown {
      if let entity = entity(byte) { output.append(contentsOf: entity.utf8) } else { output.append(byte) }
    }
  }

  /// The text, escaped.
  static func escaped(_ text: String) -> String {
    var output: [UInt8] = []
    append(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private static func entity(_ byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}

extension StaticString {
  /// The bytes of the text.
  var utf8: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}
