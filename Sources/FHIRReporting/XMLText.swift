/// Escapes text of any origin for XML 1.0 and HTML, between tags and in quoted attributes.
enum XMLText {
  /// Appends the text with visible replacements for hidden characters, and with the characters of markup escaped.
  ///
  /// XML 1.0 cannot express most control characters, U+FFFE and U+FFFF, even as character references.
  static func append(_ text: String, to output: inout [UInt8]) {
    var shown = TerminalText.visible(text)
    shown.withUTF8 { shown in
      var rest = shown[...]
      while !rest.isEmpty {
        let plain = rest.prefix { !needsEntity($0) }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: plain))
        rest = rest[plain.endIndex...]
        if let entity = rest.popFirst().flatMap(entity) { output.append(contentsOf: entity.utf8) }
      }
    }
  }

  /// The text, escaped.
  static func escaped(_ text: String) -> String {
    var shown = TerminalText.visible(text)
    if shown.withUTF8({ !$0.contains(where: needsEntity) }) { return shown }
    var output: [UInt8] = []
    append(shown, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether ``entity(_:)`` has a text, by one bit for each of the first 64 bytes.
  private static func needsEntity(_ byte: UInt8) -> Bool {
    let marks: UInt64 = 1 << 0x22 | 1 << 0x26 | 1 << 0x27 | 1 << 0x3C | 1 << 0x3E
    return byte < 64 && marks &>> UInt64(byte) & 1 != 0
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
