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

  /// Why it does not support `--redact`, if there is another reason than that it shows no record.
  var refusalToRedact: String? {
    switch self {
    case .path, .records:
      "'fhircheck \(rawValue)' prints the values of records, which '--redact' is to take out; it cannot do both"
    case .preflight: "'fhircheck preflight' reads an app's own files and no records; there is nothing to '--redact'"
    default: nil
    }
  }
}
