/// Makes text of any origin safe and measurable for a terminal, which executes what it receives: escape sequences move
/// the cursor, and direction overrides reorder text. Here, such characters are replaced by visible ones.
package enum TerminalText {
  /// The text with visible replacements for all that terminals execute or hide, and from `column` on spaces for tabs.
  package static func visible(_ text: String, from column: Int = 0) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    var column = column
    var marks = 0
    for scalar in text.unicodeScalars {
      marks = scalar.value >= 0x300 && width(scalar) == 0 ? marks + 1 : 0
      let piece: String
      switch scalar.value {
      case 0x09: piece = String(repeating: " ", count: tabWidth - column % tabWidth)
      case 0..<0x20: piece = Unicode.Scalar(0x2400 + scalar.value).map { String($0) } ?? "\u{FFFD}"
      case 0x7F: piece = "\u{2421}"
      default: piece = marks > mostMarks || HiddenCharacters.contains(scalar) ? name(scalar) : String(scalar)
      }
      result += piece
      column += width(piece)
    }
    return result
  }

  package static func name(ofFile file: String) -> String { file.byBytes == "-" ? "standard input" : visible(file) }

  /// How many columns a visible text takes: East Asian wide characters and emoji take two, combining marks none.
  package static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  static func prefix(_ text: String, _ columns: Int) -> String { cut(text.unicodeScalars, columns) }

  static func suffix(_ text: String, _ columns: Int) -> String {
    String(String.UnicodeScalarView(cut(text.unicodeScalars.reversed(), columns).unicodeScalars.reversed()))
  }

  private static func cut(_ scalars: some Sequence<Unicode.Scalar>, _ columns: Int) -> String {
    var result = String.UnicodeScalarView()
    var left = columns
    for scalar in scalars {
      left -= width(scalar)
      if left < 0 { break }
      result.append(scalar)
    }
    return String(result)
  }

  private static let tabWidth = 4
  /// How many combining marks one character may have: more than any language writes. A pile of them covers other lines.
  private static let mostMarks = 6

  private static func name(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return 1
    }
  }
}

/// Invisible characters that change the visible text or end a line: controls from U+007F on including U+0085, direction
/// marks and overrides, the separators U+2028 and U+2029, zero-width characters, variation selectors, tags, blank
/// letters, and characters that XML does not allow. These are Unicode's default ignorable code points, of which
/// terminals show nothing, with the others named above.
package enum HiddenCharacters {
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x7F: false
    case 0x7F...0x9F, 0x2028, 0x2029, 0x2800, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB: true
    // U+FFFE and U+FFFF, and the last two of every other plane.
    case let value where value & 0xFFFE == 0xFFFE: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
