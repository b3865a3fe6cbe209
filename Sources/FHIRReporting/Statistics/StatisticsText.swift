import FHIRFindings

extension SummaryText {
  /// Statistics for people: the most frequent of each kind, with an example.
  func lines(of statistics: FindingStatistics) -> [String] {
    table("By rule", statistics.rules, most: 8, \.count) { row in
      let severity = style(TextStyle.Look(row.severity), row.severity.word)
      return "\(severity) \(row.rule)  \(place(of: row)): \(TerminalText.visible(row.example.message))"
    }
      + table("By place", statistics.paths, most: 8, others: statistics.countOfOtherPaths, \.count) { row in
        (row.name.isEmpty ? "the whole input" : TerminalText.visible(row.name)) + "  \(row.rule)  \(place(of: row))"
      }
      + table("By value", statistics.values, most: 5, others: statistics.countOfOtherValues, \.count) { row in
        TerminalText.visible("\"\(row.name)\"") + "  \(row.rule)  \(place(of: row))"
      }
      + table("By source", statistics.sources, most: 4, \.count) { TerminalText.visible($0.name) }
  }

  private func table<Entry>(
    _ title: String, _ rows: [Entry], most: Int, others: Int = 0, _ count: (Entry) -> Int, _ what: (Entry) -> String
  ) -> [String] {
    if rows.isEmpty { return [] }
    let rest = rows.dropFirst(most).reduce(others) { $0 + count($1) }
    let shown = rows.prefix(most).map { (number: count($0), what: what($0)) }
    return ["", style(.strong, title)] + WrappedText(width: width).lines(of: shown, after: "  ")
      + (rest > 0 ? ["  and \(String(grouped: rest)) more"] : [])
  }

  private func place(of row: FindingStatistics.Row) -> String {
    let position = row.example.position.map { ":\($0.line):\($0.column)" } ?? ""
    return style(.quiet, TerminalText.name(ofFile: row.example.file) + position)
  }
}
