import FHIRDiagnostics

/// Statistics for people: the most frequent of each kind, with an example.
struct StatisticsText {
  let statistics: FindingStatistics
  let style: TextStyle
  /// The number of columns; `nil` for no limit.
  let width: Int?

  /// How many rows each table shows.
  private static let (rules, paths, values, sources) = (8, 8, 5, 4)

  /// All tables.
  var all: [String] {
    table("By rule", statistics.rules, StatisticsText.rules, others: 0) { lines($0, indent: 2) }
      + table("By place", statistics.paths, StatisticsText.paths, others: statistics.countOfOtherPaths) { rows in
        named(rows) { $0.name.isEmpty ? "the whole input" : $0.name }
      }
      + table("By value", statistics.values, StatisticsText.values, others: statistics.countOfOtherValues) { rows in
        named(rows) { "\"\($0.name)\"" }
      } + sources
  }

  /// Two lines for each row: rule and place, then the message.
  private func lines(_ rows: [FindingStatistics.Row], indent: Int) -> [String] {
    zip(rows, rows.map(\.count).aligned).flatMap { row, count in
      let start = String(repeating: " ", count: indent) + count + "  "
      let margin = String(repeating: " ", count: start.utf8.count)
      let severity = row.severity.description
      let place = "  " + StatisticsText.place(row.example)
      let used = start.utf8.count + severity.utf8.count + 1 + row.rule.rawValue.utf8.count
      let first =
        start + style(TextStyle.Look(row.severity), severity) + " " + row.rule.rawValue
        + style(.quiet, fitting(place, after: used, keepsEnd: true))
      return [first] + wrapped(TerminalText.visible(row.example.message), after: start.utf8.count).map { margin + $0 }
    }
  }

  /// One line for each row: the name, the rule and the place of the example.
  private func named(_ rows: [FindingStatistics.Row], _ name: (FindingStatistics.Row) -> String) -> [String] {
    zip(rows, rows.map(\.count).aligned).map { row, count in
      let start = "  " + count + "  "
      let text = start + fitting(TerminalText.visible(name(row)), after: start.utf8.count)
      let rule = "  " + row.rule.rawValue
      let fits = width.map { TerminalText.width(text) + rule.utf8.count <= $0 } ?? true
      guard fits else { return text }
      let place = "  " + StatisticsText.place(row.example)
      return text + style(.quiet, rule + fitting(place, after: TerminalText.width(text + rule), keepsEnd: true))
    }
  }

  private func table(
    _ title: String, _ rows: [FindingStatistics.Row], _ limit: Int, others: Int,
    _ lines: ([FindingStatistics.Row]) -> [String]
  ) -> [String] {
    if rows.isEmpty { return [] }
    let rest = rows.dropFirst(limit).reduce(others) { $0 + $1.count }
    return ["", style(.strong, title)] + lines(Array(rows.prefix(limit))) + StatisticsText.more(rest)
  }

  private var sources: [String] {
    let rows = statistics.sources
    if rows.isEmpty { return [] }
    let shown = rows.prefix(StatisticsText.sources)
    let lines = zip(shown, shown.map(\.count).aligned).map { row, count in
      let start = "  " + count + "  "
      return start + fitting(TerminalText.visible(row.name), after: start.utf8.count)
    }
    let rest = rows.dropFirst(StatisticsText.sources).reduce(0) { $0 + $1.count }
    return ["", style(.strong, "By source")] + lines + StatisticsText.more(rest)
  }

  private static func more(_ count: Int) -> [String] {
    count > 0 ? ["  and \(String(grouped: count)) more"] : []
  }

  private static func place(_ example: FindingStatistics.Example) -> String {
    let file = example.file == "-" ? "standard input" : TerminalText.visible(example.file)
    return file + (example.position.map { ":\($0.line):\($0.column)" } ?? "")
  }

  /// The part of the text that fits on the line.
  private func fitting(_ text: String, after used: Int, keepsEnd: Bool = false) -> String {
    guard let width, TerminalText.width(text) + used > width else { return text }
    let room = max(0, width - used - 1)
    // A few letters of a place are of no use.
    guard room > (keepsEnd ? 16 : 2) else { return "" }
    return keepsEnd ? "  …" + TerminalText.suffix(text, room - 2) : TerminalText.prefix(text, room) + "…"
  }

  /// A text on two lines if it does not fit on one: the found value is at its end.
  private func wrapped(_ text: String, after used: Int) -> [String] {
    guard let width, TerminalText.width(text) + used > width else { return [text] }
    let start = TerminalText.prefix(text, width - used)
    guard let space = start.utf8.lastIndex(of: UInt8(ascii: " ")), space > start.startIndex else {
      return [fitting(text, after: used)]
    }
    let rest = text[text.utf8.index(after: space)...]
    return [String(start[..<space]), fitting(String(rest), after: used)]
  }
}
