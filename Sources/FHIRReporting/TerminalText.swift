/// Makes text of any origin safe and measurable for a terminal.
///
/// Records can contain anything, and a terminal executes what it receives: escape sequences move the cursor, and
/// direction overrides reorder text. Here, such characters are replaced by visible ones.
package enum TerminalText {
  /// The text with visible replacements for everything that a terminal would execute or hide.
  ///
  /// - Parameters:
  ///   - text: a text of any origin; newlines are replaced, too.
  ///   - column: the column at which the text begins, to expand tabs to spaces.
  package static func visible(_ text: String, from column: Int = 0) -> String {
    if isPlain(text) { return text }
    var result = ""
    var column = column
    var marks = 0
    for scalar in text.unicodeScalars {
      marks = scalar.value >= 0x300 && width(scalar) == 0 ? marks + 1 : 0
      let piece: String
      switch scalar.value {
      case 0x09: piece = String(repeating: " ", count: tabWidth - column % tabWidth)
      case 0..<0x20: piece = picture(0x2400 + scalar.value)
      case 0x7F: piece = "\u{2421}"
      default: piece = marks > mostMarks || HiddenCharacters.contains(scalar) ? name(scalar) : String(scalar)
      }
      result += piece
      column += width(piece)
    }
    return result
  }

  /// How many columns a text from ``visible(_:from:)`` takes: East Asian wide characters and emoji take two, combining
  /// marks none.
  package static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// The beginning of a visible text, at most this many columns.
  static func prefix(_ text: String, _ columns: Int) -> String { cut(text.unicodeScalars, columns) }

  /// The end of a visible text, at most this many columns.
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

  /// Appends the text that ``visible(_:from:)`` returns.
  ///
  /// - Returns: how many columns it takes.
  @discardableResult
  static func append(_ text: String, from column: Int = 0, to output: inout [UInt8]) -> Int {
    if isPlain(text) {
      output.append(contentsOf: text.utf8)
      return text.utf8.count
    }
    let shown = visible(text, from: column)
    output.append(contentsOf: shown.utf8)
    return width(shown)
  }

  /// Replaces the text at the end of `output` by the one that ``visible(_:from:)`` returns.
  ///
  /// - Parameter start: the offset at which the text begins.
  package static func makeVisible(_ output: inout [UInt8], from start: Int) {
    if output.withUnsafeBytes({ isPlain(UnsafeRawBufferPointer(rebasing: $0[start...])) }) { return }
    let text = String(decoding: output[start...], as: UTF8.self)
    output.removeSubrange(start...)
    append(text, to: &output)
  }

  /// Whether all bytes are printable ASCII, which needs no replacement and one column for each byte.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { isPlain(UnsafeRawBufferPointer($0)) }
      ?? text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  private static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    let (one, space): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x2020_2020_2020_2020)
    var index = 0
    while index &+ 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // Adding one sets the top bit for 0x7F; subtracting a space clears it for control characters.
      if (word | (word &+ one)) & high != 0 || ((word | high) &- space) & high != high { return false }
      index &+= 8
    }
    while index < bytes.count {
      if bytes[index] < 0x20 || bytes[index] >= 0x7F { return false }
      index &+= 1
    }
    return true
  }

  private static let tabWidth = 4
  /// How many combining marks one character may have: more than any language writes. A pile of them covers other lines.
  private static let mostMarks = 6

  private static func picture(_ value: UInt32) -> String {
    Unicode.Scalar(value).map { String($0) } ?? "\u{FFFD}"
  }

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
