import Foundation

/// The findings of an HTML page, read from its JSON as its script reads them.
package struct PageList: Decodable {
  private let rows, kinds: [Int]
  private let files, records, indices, lines, rules, messages, paths, sources, releases, profiles, values: [String]

  /// A finding with all of its texts; an empty text is an absent fact.
  package struct Row: Hashable, Sendable {
    package let severity, line, column: Int
    package let file, record, rule, message, path, source, release, profile, value: String
    /// The line up to the fault, the fault, and the rest; empty if the page does not have them.
    package let text: [String]
  }

  /// The JSON of a page; `nil` if it has none.
  package static func json(of page: String) -> Substring? {
    let opening = #"<script type="application/json" id="data">"#
    guard let start = page.range(of: opening),
      let end = page.range(of: "</script>", range: start.upperBound..<page.endIndex)
    else { return nil }
    return page[start.upperBound..<end.lowerBound]
  }

  /// Reads the list of a page.
  package init(_ page: String) throws {
    self = try JSONDecoder().decode(PageList.self, from: Data((Self.json(of: page) ?? "").utf8))
  }

  /// The findings in their order.
  package var findings: [Row] {
    var sum = [0, 0, 0, 0, 0, 0, 0]
    return stride(from: 0, to: rows.count, by: 7).map { start in
      for column in 0..<7 { sum[column] += rows[start + column] }
      let kind = kinds[(sum[3] * 8)..<(sum[3] * 8 + 8)].map { $0 }
      var numbers = indices[sum[4]].split(separator: " ")[...]
      let parts = paths[kind[3]].components(separatedBy: "\t")
      let path = parts.dropFirst().reduce(parts[0]) { $0 + (numbers.popFirst() ?? "") + $1 }
      return Row(
        severity: kind[0], line: sum[1], column: sum[2], file: files[sum[0]], record: records[sum[5]],
        rule: rules[kind[1]], message: messages[kind[2]], path: path, source: sources[kind[4]],
        release: releases[kind[5]], profile: profiles[kind[6]],
        value: values[kind[7]], text: sum[6] > 0 ? lines[sum[6] - 1].components(separatedBy: "\t") : [])
    }
  }
}
