/// Invisible characters that change the visible text or end a line: C1 controls including U+0085, direction marks and
/// overrides, the separators U+2028 and U+2029, zero-width characters, tags, and characters that XML does not allow.
enum HiddenCharacters {
  /// Whether a character is one of them.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200C, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Whether a byte may be the first of such a character in UTF-8.
  static func leads(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF3: true
    default: false
    }
  }
}
