/// Texts of files that are not in UTF-8: Windows-1252, whose letters are those of Latin-1.
package enum WindowsText {
  package static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    0x80..<0xA0 ~= byte ? high[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// From 0x80 on, where Latin-1 has control characters; those that Windows-1252 does not define are the same.
  private static let high = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
