import FHIRDiagnostics
import ClinicalSources

extension [ReportTarget] {
  /// Sets the file of the last requested report.
  mutating func takeOutput(_ value: String) throws(UsageError) {
    let path = FilePath(value)
    if contains(where: { $0.path == path }) { throw UsageError(sentence: "'\(value)' is to hold one report, not two") }
    if last?.path != nil || isEmpty { append(ReportTarget()) }
    self[count - 1].path = path
  }

  /// Checks that a command supports the requested formats, and that each has its own destination.
  func check(for command: CommandName) throws(UsageError) {
    let formats = command.formats
    if let other = first(where: { !formats.contains($0.format) }) {
      throw UsageError(
        sentence:
          "'fhircheck \(command.rawValue)' writes \(formats.map(\.rawValue).listed), not \(other.format.rawValue)")
    }
    if count(where: { $0.path == nil }) > 1 {
      throw UsageError(sentence: "only one report goes to standard output; give '--output' after each other '--format'")
    }
  }
}

extension CommandName {
  /// The formats that it can write.
  var formats: [ReportFormat] {
    switch self {
    case .check, .preflight: ReportFormat.allCases
    case .path: [.text, .json, .jsonl]
    case .records: [.csv, .jsonl]
    case .summary, .explain, .rules: [.text, .json]
    case .version, .help, .man, .completions: [.text]
    }
  }
}

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
}
