/// Breaks lines for a terminal, at spaces only: a path or an address stays whole, however long it is.
package struct WrappedText {
  /// The number of columns; `nil` for no limit.
  let width: Int?

  package init(width: Int?) { self.width = width }

  /// The parts of a text that each go on a line: of one part, if all fits.
  ///
  /// - Parameters:
  ///   - text: a text from ``TerminalText/visible(_:from:)``, possibly with colours.
  ///   - taken: how many columns are taken on the first line.
  ///   - indent: how many columns are taken on all other lines.
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

  /// The lines of a text, those after the first indented.
  package func lines(of text: String, indent: Int) -> [String] {
    let parts = parts(of: text, after: 0, indent: indent)
    let margin = String(repeating: " ", count: indent)
    return [String(parts[0])] + parts.dropFirst().map { margin + $0 }
  }

  /// A text of lines, each broken if it is too long.
  package func text(_ text: String, indent: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.isEmpty ? [""] : lines(of: String($0), indent: indent) }.joined(separator: "\n")
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
