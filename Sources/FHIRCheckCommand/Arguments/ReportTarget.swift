import ClinicalSources
import FHIRFindings

/// A requested report: its format, and its destination.
struct ReportTarget: Equatable {
  var format = ReportFormat.text
  /// The file; `nil` for standard output.
  var path: FilePath?
}

/// The formats of reports, by their names for `--format`.
enum ReportFormat: String, CaseIterable {
  case text, json, jsonl, concise, csv, github, gitlab, html, junit
  case operationOutcome = "operation-outcome"
  case sarif

  /// What `check` writes.
  fileprivate var meaning: String {
    switch self {
    case .text: "findings with their lines, what repeats once with its number and three places, and a summary"
    case .json: "one document: issues, summary"
    case .jsonl: "one object a line: start, then an issue a line, then the summary"
    case .concise: "a line for each finding: file:line:column: severity: message [rule]"
    case .csv: "a table with a row for each finding"
    case .github: "annotations for GitHub workflows"
    case .gitlab: "a code quality report for GitLab"
    case .html: "one page for a browser, with counts, findings and a search; it loads nothing else"
    case .junit: "failed tests, for build servers"
    case .operationOutcome: "a Bundle of OperationOutcomes, one for each record with findings"
    case .sarif: "SARIF 2.1.0, for code scanning"
    }
  }
}

extension CommandName {
  /// What the commands write that have only some of the formats.
  static var otherFormats: String {
    let others = allCases.filter { $0.readsFiles && $0.formats != ReportFormat.allCases }
    return others.map { "\($0.rawValue) writes \($0.formats.map(\.rawValue).listed)." }.joined(separator: " ")
  }

  /// What it writes in a format.
  func meaning(of format: ReportFormat) -> String {
    switch (self, format) {
    case (.path, .text): "a result a line, with file, line and record"
    case (.path, .json): "one document: results, summary"
    case (.path, .jsonl): "one object a line: start, then a result a line, then the summary"
    case (.records, .csv): "a line with the names of the columns, then one for each record"
    case (.records, .jsonl): "an object a line for each record"
    case (.summary, .text): "tables for people"
    case (.summary, .json): "one document with the counts"
    case (.summary, .html): "your own records as one page: results over time, lists, what is there twice or missing"
    case (.explain, .text), (.rules, .text): "text for people"
    case (.explain, .json), (.rules, .json): "the pages as one document"
    default: format.meaning
    }
  }
}

extension Invocation {
  /// The reports as two lists that can be read back: the first file belongs to the first format.
  var orderedReports: [ReportTarget] { reports.filter { $0.path != nil } + reports.filter { $0.path == nil } }

  /// Sets the file of the last requested report.
  mutating func write(to path: FilePath) throws(UsageError) {
    if reports.contains(where: { $0.path == path }) {
      throw UsageError(sentence: "'\(path.text)' is to hold one report, not two")
    }
    if reports.last?.path != nil || reports.isEmpty { reports.append(ReportTarget(format: defaultFormat)) }
    reports[reports.count - 1].path = path
  }

  /// Checks that the command can write the requested reports, and that each has its own destination.
  mutating func checkReports() throws(UsageError) {
    if reports.isEmpty { reports = [ReportTarget(format: defaultFormat)] }
    if command == .terminology, reports.count > 1 || reports[0].path == nil {
      throw UsageError(sentence: "'fhircheck terminology compile' needs one '--output FILE', for the pack")
    }
    if command == .records {
      if reports.count > 1 { throw UsageError(sentence: "'fhircheck records' writes one table at a time") }
      if listsFindings, format != .jsonl { throw UsageError(sentence: "'--with-issues' needs '--format jsonl'") }
      if makesFormulasHarmless, format != .csv {
        throw UsageError(sentence: "'--harmless-cells' needs '--format csv'")
      }
    }
    if reportsEach, !readsFrames || format != .jsonl || !writtenFiles.isEmpty || watches {
      throw UsageError(
        sentence: "'--each' needs '--stdin-names', and one report, '--format jsonl', on standard output")
    }
    let formats = command.formats
    if let other = reports.first(where: { !formats.contains($0.format) }) {
      throw UsageError(
        sentence:
          "'fhircheck \(command.rawValue)' writes \(formats.map(\.rawValue).listed), not \(other.format.rawValue)")
    }
    if reports.count(where: { $0.path == nil }) > 1 {
      throw UsageError(sentence: "only one report goes to standard output; give '--output' after each other '--format'")
    }
  }
}
