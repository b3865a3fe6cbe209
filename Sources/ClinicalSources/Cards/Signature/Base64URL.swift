/// Base64 with the alphabet for URLs and without padding, as RFC 7515 uses it.
package enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// Whether a character is in the alphabet.
  static func has(_ character: UInt8) -> Bool { values[Int(character)] < 64 }

  /// The bytes of a text; `nil` if it has other characters, or is not the text that the bytes have: several texts would
  /// then be the same signature.
  package static func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var (bits, held) = (UInt32(0), 0)
    for character in text {
      let value = values[Int(character)]
      if value == 255 { return nil }
      bits = bits << 6 | UInt32(value)
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    return held < 6 && bits & (1 << UInt32(held) - 1) == 0 ? bytes : nil
  }

  /// The text of bytes.
  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (bits, held) = (UInt32(0), 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      held += 8
      while held >= 6 {
        held -= 6
        text.append(alphabet[Int(bits >> UInt32(held) & 63)])
      }
    }
    if held > 0 { text.append(alphabet[Int(bits << UInt32(6 - held) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
