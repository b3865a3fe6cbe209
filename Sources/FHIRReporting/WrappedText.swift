package import FHIRFindings

/// Breaks lines for a terminal, at spaces only: a path or an address stays whole, however long it is.
package struct WrappedText {
  /// Stands for a space at which no line is broken; visible texts have no such character.
  static let joint = "\u{1F}"
  /// The number of columns; `nil` for no limit.
  let width: Int?

  package init(width: Int?) { self.width = width }

  /// The parts of a text that each go on a line: of one part, if all fits. `taken` columns are taken on the first line,
  /// and `indent` on all others. The text is one of ``TerminalText/visible(_:from:)``, possibly with colours.
  package func parts(of text: String, after taken: Int, indent: Int) -> [Substring] {
    guard let width, text.utf8.count + taken > width, Self.columns(of: text[...]) + taken > width else {
      return [text[...]]
    }
    var parts: [Substring] = []
    var (start, end) = (text.startIndex, text.startIndex)
    var column = taken
    var (hasPart, hasWord) = (false, false)
    for word in text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      let word = text[word.startIndex..<word.endIndex]
      let columns = Self.columns(of: word)
      if hasWord, !word.isEmpty, column + 1 + columns > width {
        parts.append(text[start..<end])
        start = word.startIndex
        column = indent + columns
      } else {
        column += columns + (hasPart ? 1 : 0)
      }
      end = word.endIndex
      hasPart = true
      hasWord = hasWord || !word.isEmpty
    }
    return parts + [text[start..<end]]
  }

  package func lines(of text: String, indent: Int) -> [String] {
    let parts = parts(of: text, after: 0, indent: indent)
    let margin = String(repeating: " ", count: indent)
    return ([String(parts[0])] + parts.dropFirst().map { margin + $0 }).map { $0.replacing(Self.joint, with: " ") }
  }

  /// A text of lines, each broken if it is too long.
  package func text(_ text: String, indent: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.isEmpty ? [""] : lines(of: String($0), indent: indent) }.joined(separator: "\n")
  }

  /// Rows of columns, of which the last one continues on further lines, by default below itself. The others are no
  /// wider than `widest`; a longer text moves the rest of its row.
  package func lines(of rows: [[String]], widest: Int = .max, indent: Int? = nil) -> [String] {
    var widths = [Int](repeating: 0, count: max(1, rows.map(\.count).max() ?? 0) - 1)
    for row in rows {
      for (number, text) in row.dropLast().enumerated() {
        widths[number] = max(widths[number], min(widest, Self.columns(of: text[...])))
      }
    }
    let indent = indent ?? widths.reduce(0) { $0 + $1 + 2 }
    let margin = String(repeating: " ", count: indent)
    return rows.flatMap { row in
      let start = zip(row.dropLast(), widths).map { text, width in
        text + String(repeating: " ", count: max(0, width - Self.columns(of: text[...])) + 2)
      }.joined()
      // No line break before the last column.
      let parts = parts(of: row.last ?? "", after: Self.columns(of: start[...]), indent: indent)
      return [start + parts[0]] + parts.dropFirst().map { margin + $0 }
    }
  }

  package func lines(of rows: [(number: Int, what: String)], after margin: String) -> [String] {
    let numbers = rows.map(\.number).aligned
    return lines(
      of: zip(numbers, rows).map { [margin + $0, $1.what] },
      indent: margin.utf8.count + (numbers.first?.utf8.count ?? 0) + 4)
  }

  /// The columns of the last part, with those that are taken before it.
  func end(of parts: [Substring], after start: Int, indent: Int) -> Int {
    (parts.count == 1 ? start : indent) + (parts.last.map(Self.columns) ?? 0)
  }

  /// How many columns a text takes; colours take none.
  private static func columns(of text: Substring) -> Int {
    guard text.utf8.contains(0x1B) else { return TerminalText.width(String(text)) }
    var rest = text[...]
    var columns = 0
    while let escape = rest.firstIndex(of: "\u{1B}") {
      columns += TerminalText.width(String(rest[..<escape]))
      rest = rest[escape...].drop { $0 != "m" }.dropFirst()
    }
    return columns + TerminalText.width(String(rest))
  }
}

package struct TextStyle: Sendable {
  package var isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  /// The styles of the tool, as the parameters of the SGR sequence.
  package enum Look: String, Sendable {
    case strong = "1"
    case quiet = "2"
    case red = "1;31"
    case yellow = "1;33"
    case green = "1;32"
    case blue = "1;34"
    case cyan = "1;36"

    package init(_ severity: Severity) {
      switch severity {
      case .fatal, .error: self = .red
      case .warning: self = .yellow
      case .information: self = .cyan
      }
    }
  }

  /// The text in a style, or unchanged without colours.
  package func callAsFunction(_ look: Look, _ text: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
  }
}
