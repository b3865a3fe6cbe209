/// Invisible characters that change the visible text or end a line: C1 controls including U+0085, direction marks and
/// overrides, the separators U+2028 and U+2029, zero-width characters, variation selectors, tags, blank letters, and
/// characters that XML does not allow.
///
/// These are Unicode's default ignorable code points, of which terminals show nothing, with the others named above.
enum HiddenCharacters {
  /// Whether a character is one of them.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x80: false
    case 0x80...0x9F, 0x2028, 0x2029, 0x2800, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB: true
    // U+FFFE and U+FFFF, and the last two of every other plane.
    case let value where value & 0xFFFE == 0xFFFE: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether a byte may be the first of such a character in UTF-8.
  static func leads(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2, 0xCD, 0xD8, 0xE1...0xE3, 0xEF...0xF4: true
    default: false
    }
  }
}
