import FHIRFindings
import FHIRSupport

/// Statistics for people: the most frequent of each kind, with an example.
struct StatisticsText {
  typealias Row = FindingStatistics.Row

  let statistics: FindingStatistics
  let style: TextStyle
  /// The number of columns; `nil` for no limit.
  let width: Int?

  /// All tables.
  var all: [String] {
    table("By rule", statistics.rules, most: 8) { row in
      let severity = style(TextStyle.Look(row.severity), row.severity.word)
      return "\(severity) \(row.rule)  \(place(of: row)): \(TerminalText.visible(row.example.message))"
    }
      + table("By place", statistics.paths, most: 8, others: statistics.countOfOtherPaths) { row in
        (row.name.isEmpty ? "the whole input" : TerminalText.visible(row.name)) + "  \(row.rule)  \(place(of: row))"
      }
      + table("By value", statistics.values, most: 5, others: statistics.countOfOtherValues) { row in
        TerminalText.visible("\"\(row.name)\"") + "  \(row.rule)  \(place(of: row))"
      }
      + table("By source", statistics.sources.map { ($0.count, TerminalText.visible($0.name)) }, most: 4, others: 0)
  }

  private func table(
    _ title: String, _ rows: [Row], most: Int, others: Int = 0, _ what: (Row) -> String
  ) -> [String] {
    table(
      title, rows.prefix(most).map { ($0.count, what($0)) }, most: most,
      others: rows.dropFirst(most).reduce(others) { $0 + $1.count })
  }

  private func table(_ title: String, _ rows: [(number: Int, what: String)], most: Int, others: Int) -> [String] {
    if rows.isEmpty { return [] }
    let rest = rows.dropFirst(most).reduce(others) { $0 + $1.number }
    return ["", style(.strong, title)] + WrappedText(width: width).lines(of: Array(rows.prefix(most)), after: "  ")
      + (rest > 0 ? ["  and \(String(grouped: rest)) more"] : [])
  }

  private func place(of row: Row) -> String {
    let position = row.example.position.map { ":\($0.line):\($0.column)" } ?? ""
    return style(.quiet, TerminalText.name(ofFile: row.example.file) + position)
  }
}
