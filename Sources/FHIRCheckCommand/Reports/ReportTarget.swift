import ClinicalSources

/// A report that the caller asked for: its format, and where it goes.
struct ReportTarget: Equatable {
  var format = ReportFormat.text
  /// The file; `nil` for standard output.
  var path: FilePath?
}

/// The formats of reports, by the names that `--format` knows.
enum ReportFormat: String, CaseIterable {
  case text, json, jsonl, concise, csv, github, gitlab, html, junit
  case operationOutcome = "operation-outcome"
  case sarif
}
