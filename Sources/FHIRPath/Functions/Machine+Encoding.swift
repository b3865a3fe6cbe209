import FHIRPrimitives

extension Machine {
  /// `encode()`, `decode()`, `escape()` and `unescape()`, for the formats that the specification names.
  mutating func pushTranscoded(_ text: TextSpan, _ form: TextSpan, _ instruction: Instruction) throws(FHIRPathError) {
    let isForward = instruction.op == .encode || instruction.op == .escape
    let bytes = Array(text.buffer)
    let result: [UInt8]?
    let name = form.name ?? ""
    switch (instruction.op, name) {
    case (.encode, "hex"), (.decode, "hex"):
      result = isForward ? TextEncoding.hexadecimal(bytes) : TextEncoding.bytes(ofHexadecimal: bytes)
    case (.encode, "base64"), (.decode, "base64"), (.encode, "urlbase64"), (.decode, "urlbase64"):
      let alphabet = name == "base64" ? Base64Grammar.alphabet : Base64Grammar.urlAlphabet
      result =
        isForward ? Array(Base64Grammar.text(of: bytes, alphabet).utf8) : TextEncoding.decode(bytes, alphabet)
    case (.encode, "ascii"):
      result = text.string.unicodeScalars.map { $0.isASCII ? UInt8(ascii: $0) : UInt8(ascii: "?") }
    case (.escape, "html"), (.unescape, "html"), (.escape, "json"), (.unescape, "json"):
      let table = name == "html" ? TextEncoding.html : TextEncoding.json
      result = isForward ? TextEncoding.escape(bytes, table) : TextEncoding.unescape(bytes, table)
    default:
      let forms =
        instruction.op == .encode || instruction.op == .decode ? "hex, base64, urlbase64, ascii" : "html, json"
      throw failure(instruction, "\(instruction.op.sign) knows \(forms), found '\(form.string)'")
    }
    guard let result, String(validating: result, as: UTF8.self) != nil else { return }
    try allow(bytes: result.count)
    try push(.string(arena.keep(result)))
  }
}

/// Converts texts to other formats, byte by byte.
enum TextEncoding {
  /// The escapes of characters.
  typealias EscapeTable = [(character: UInt8, escape: StaticString)]
  static let html: EscapeTable = [
    (0x26, "&amp;"), (0x3C, "&lt;"), (0x3E, "&gt;"), (0x22, "&quot;"), (0x27, "&#39;"),
  ]
  static let json: EscapeTable = [
    (0x5C, "\\\\"), (0x22, "\\\""), (0x0A, "\\n"), (0x0D, "\\r"), (0x09, "\\t"), (0x0C, "\\f"), (0x08, "\\b"),
  ]

  static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  static func bytes(ofHexadecimal text: [UInt8]) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: text.count, by: 2) {
      let digits = text[place...place + 1]
      guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  static func decode(_ text: [UInt8], _ alphabet: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var word: UInt32 = 0
    var bits = 0
    let digits = text.prefix { $0 != UInt8(ascii: "=") }
    guard text.count - digits.count <= 2, text[digits.count...].allSatisfy({ $0 == UInt8(ascii: "=") }) else {
      return nil
    }
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      word = word << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
      }
    }
    return bytes
  }

  static func escape(_ bytes: [UInt8], _ table: EscapeTable) -> [UInt8] {
    var text: [UInt8] = []
    for byte in bytes {
      if let entry = table.first(where: { $0.character == byte }) {
        text += TextSpan(entry.escape).buffer
      } else {
        text.append(byte)
      }
    }
    return text
  }

  static func unescape(_ text: [UInt8], _ table: EscapeTable) -> [UInt8] {
    var bytes: [UInt8] = []
    var place = 0
    while place < text.count {
      if let entry = table.first(where: { text[place...].starts(with: TextSpan($0.escape).buffer) }) {
        bytes.append(entry.character)
        place += entry.escape.utf8CodeUnitCount
      } else {
        bytes.append(text[place])
        place += 1
      }
    }
    return bytes
  }
}
