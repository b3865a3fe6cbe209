import Foundation

/// An issue as `--format jsonl` writes it.
struct ReportedIssue: Decodable, Equatable {
  let file: String
  let line: Int?
  let column: Int?
  let byteOffset: Int
  let rule: String
  let message: String
}

extension CommandHarness.Outcome {
  /// The issues of a report in JSON Lines, without a folder's path.
  func issues(below folder: TemporaryFolder) throws -> [ReportedIssue] {
    try output.split(separator: "\n").filter { $0.hasPrefix(#"{"type":"issue""#) }.map {
      try JSONDecoder().decode(
        ReportedIssue.self, from: Data($0.replacing(folder.path + "/", with: "").utf8))
    }
  }

  /// The issues as `file:line:column rule`; those without a line as `file rule`.
  func places(below folder: TemporaryFolder) throws -> [String] {
    try issues(below: folder).map { issue in
      let place = issue.line.map { ":\($0):\(issue.column ?? 0)" } ?? ""
      return "\(issue.file)\(place) \(issue.rule)"
    }
  }
}
