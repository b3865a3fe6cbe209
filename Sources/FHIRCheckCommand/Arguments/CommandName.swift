import ClinicalSources
import FHIRFindings

struct ReportTarget: Equatable {
  var format = ReportFormat.text
  var path: FilePath?
}

/// The formats of reports, by their names for `--format`.
enum ReportFormat: String, CaseIterable {
  case text, json, jsonl, concise, csv, github, gitlab, html, junit
  case operationOutcome = "operation-outcome"
  case sarif

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

extension Invocation {
  /// The reports as two lists that can be read back: the first file belongs to the first format.
  var orderedReports: [ReportTarget] { reports.filter { $0.path != nil } + reports.filter { $0.path == nil } }

  /// Sets the file of the last requested report.
  mutating func write(to path: FilePath) throws(UsageError) {
    if reports.contains(where: { $0.path == path }) {
      throw UsageError("'\(path.text)' is to hold one report, not two")
    }
    if reports.last?.path != nil || reports.isEmpty { reports.append(ReportTarget(format: defaultFormat)) }
    reports[reports.count - 1].path = path
  }

  /// Checks that the command can write the requested reports, and that each has its own destination.
  mutating func checkReports() throws(UsageError) {
    if reports.isEmpty { reports = [ReportTarget(format: defaultFormat)] }
    if command == .terminology, reports.count > 1 || reports[0].path == nil {
      throw UsageError("'fhircheck terminology compile' needs one '--output FILE', for the pack")
    }
    if command == .records {
      if reports.count > 1 { throw UsageError("'fhircheck records' writes one table at a time") }
      if listsFindings, format != .jsonl { throw UsageError("'--with-issues' needs '--format jsonl'") }
      if makesFormulasHarmless, format != .csv { throw UsageError("'--harmless-cells' needs '--format csv'") }
    }
    if reportsEach, !readsFrames || format != .jsonl || !writtenFiles.isEmpty || watches {
      throw UsageError("'--each' needs '--stdin-names', and one report, '--format jsonl', on standard output")
    }
    let formats = command.formats
    if let other = reports.first(where: { !formats.contains($0.format) }) {
      throw UsageError(
        "'fhircheck \(command.rawValue)' writes \(formats.map(\.rawValue).listed), not \(other.format.rawValue)")
    }
    if reports.count(where: { $0.path == nil }) > 1 {
      throw UsageError("only one report goes to standard output; give '--output' after each other '--format'")
    }
  }
}

/// The commands; without a name, `check` runs.
enum CommandName: String, CaseIterable {
  case check, summary, path, records, preflight, terminology, explain, rules, help, version, completions, man

  /// The arguments after the name, the formats that it can write with the default first, and its description in a line.
  private var row: (arguments: String, formats: [ReportFormat], summary: String) {
    switch self {
    case .check: ("[options] PATH...", ReportFormat.allCases, "check records; the default")
    case .summary:
      ("[options] PATH...", [.text, .json, .html], "count records by type; say what maps to no clinical type, and why")
    case .path:
      ("EXPRESSION PATH...", [.text, .json, .jsonl], "evaluate a FHIRPath expression over records, one result a line")
    case .records:
      ("[options] PATH...", [.csv, .jsonl], "write a table with a row for each record, as CSV or JSON lines")
    case .preflight:
      (
        "[options] PATH...", ReportFormat.allCases,
        "check the Info.plist and entitlements of an app that uses HealthKit"
      )
    case .terminology:
      (
        "compile --output FILE SOURCE...", [.text],
        "make a terminology pack from the files of LOINC, SNOMED CT, RxNorm and others"
      )
    case .explain: ("RULE", [.text, .json], "say what a rule checks, and show a bad and a good example")
    case .rules: ("", [.text, .json], "list all rules")
    case .help: ("[COMMAND]", [.text], "say how fhircheck, or a command, is used")
    case .version: ("", [.text], "print the version")
    case .completions: ("bash|zsh|fish", [.text], "print what a shell needs to complete a command line")
    case .man: ("", [.text], "print the manual page")
    }
  }

  var arguments: String { row.arguments }
  var formats: [ReportFormat] { row.formats }
  var summary: String { row.summary }
  /// Whether it reads files, and so a configuration.
  var readsFiles: Bool { arguments.hasSuffix("PATH...") }

  var refusalToRedact: String? {
    switch self {
    case .path, .records:
      "'fhircheck \(rawValue)' prints the values of records, which '--redact' is to take out; it cannot do both"
    case .preflight: "'fhircheck preflight' reads an app's own files and no records; there is nothing to '--redact'"
    default: nil
    }
  }

  static var otherFormats: String {
    let others = allCases.filter { $0.readsFiles && $0.formats != ReportFormat.allCases }
    return others.map { "\($0.rawValue) writes \($0.formats.map(\.rawValue).listed)." }.joined(separator: " ")
  }

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
