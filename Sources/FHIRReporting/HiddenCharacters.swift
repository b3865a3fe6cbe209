/// Invisible characters that change the visible text or end a line: controls from U+007F on including U+0085, direction
/// marks and overrides, the separators U+2028 and U+2029, zero-width characters, variation selectors, tags, blank
/// letters, and characters that XML does not allow.
///
/// These are Unicode's default ignorable code points, of which terminals show nothing, with the others named above.
enum HiddenCharacters {
  /// Whether a character is one of them.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x7F: false
    case 0x7F...0x9F, 0x2028, 0x2029, 0x2800, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB: true
    // U+FFFE and U+FFFF, and the last two of every other plane.
    case let value where value & 0xFFFE == 0xFFFE: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
