import ClinicalSources

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
