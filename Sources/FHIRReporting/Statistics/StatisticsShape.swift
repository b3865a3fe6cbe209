import FHIRDiagnostics

/// Statistics as members of JSON; documented in the article `report-format`.
enum StatisticsShape {
  static func write(_ statistics: FindingStatistics, to writer: inout JSONWriter) {
    rows("rules", statistics.rules, name: nil, &writer)
    rows("paths", statistics.paths, name: "path", &writer)
    writer.member("otherPaths", statistics.countOfOtherPaths)
    rows("values", statistics.values, name: "value", &writer)
    writer.member("otherValues", statistics.countOfOtherValues)
    writer.key("sources")
    writer.array { writer in
      for source in statistics.sources {
        writer.object { writer in
          writer.member("source", source.name)
          writer.member("count", source.count)
        }
      }
    }
  }

  private static func rows(
    _ key: StaticString, _ rows: [FindingStatistics.Row], name: StaticString?, _ writer: inout JSONWriter
  ) {
    writer.key(key)
    writer.array { writer in
      for row in rows {
        writer.object { writer in
          writer.member("rule", row.rule.rawValue)
          writer.member("severity", row.severity.description)
          if let name { writer.member(name, row.name) }
          writer.member("count", row.count)
          writer.key("example")
          writer.object { example(row.example, &$0) }
        }
      }
    }
  }

  private static func example(_ example: FindingStatistics.Example, _ writer: inout JSONWriter) {
    writer.member("file", example.file)
    if let position = example.position {
      writer.member("line", position.line)
      writer.member("column", position.column)
    }
    writer.member("path", example.path)
    writer.member("message", example.message)
  }
}
