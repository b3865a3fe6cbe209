import FHIRDiagnostics

/// Statistics as members of JSON; documented in the article `report-format`.
enum StatisticsShape {
  static func write(_ statistics: FindingStatistics, to writer: inout JSONWriter) {
    rows("rules", statistics.rules, name: nil, &writer)
    rows("paths", statistics.paths, name: "path", &writer)
    writer.member("otherPaths", statistics.countOfOtherPaths)
    rows("values", statistics.values, name: "value", &writer)
    writer.member("otherValues", statistics.countOfOtherValues)
    writer.objects("sources", statistics.sources) { writer, source in
      writer.member("source", source.name)
      writer.member("count", source.count)
    }
  }

  private static func rows(
    _ key: String, _ rows: [FindingStatistics.Row], name: String?, _ writer: inout JSONWriter
  ) {
    writer.objects(key, rows) { writer, row in
      writer.member("rule", row.rule.rawValue)
      writer.member("severity", row.severity.description)
      if let name { writer.member(name, row.name) }
      writer.member("count", row.count)
      let example = row.example
      writer.object("example") { writer in
        writer.member("file", example.file)
        if let position = example.position {
          writer.member("line", position.line)
          writer.member("column", position.column)
        }
        writer.member("path", example.path)
        writer.member("message", example.message)
      }
    }
  }
}
