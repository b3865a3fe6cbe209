/// The commands; without a name, `check` runs.
enum CommandName: String, CaseIterable {
  case check
  case summary
  case path
  case records
  case preflight
  case explain
  case rules
  case help
  case version
  case completions
  case man

  /// The arguments after the name.
  var arguments: String {
    switch self {
    case .check, .summary, .records, .preflight: "[options] PATH..."
    case .path: "EXPRESSION PATH..."
    case .explain: "RULE"
    case .completions: "bash|zsh|fish"
    case .help: "[COMMAND]"
    case .rules, .version, .man: ""
    }
  }

  /// Its description in one line.
  var summary: String {
    switch self {
    case .check: "check records; the default"
    case .summary: "count records by type; say what maps to no clinical type, and why"
    case .path: "evaluate a FHIRPath expression over records, one result a line"
    case .records: "write a table with a row for each record, as CSV or JSON lines"
    case .preflight: "check the Info.plist and entitlements of an app that uses HealthKit"
    case .explain: "say what a rule checks, and show a bad and a good example"
    case .rules: "list all rules"
    case .help: "say how fhircheck, or a command, is used"
    case .version: "print the version"
    case .completions: "print what a shell needs to complete a command line"
    case .man: "print the manual page"
    }
  }

  /// Why it does not support `--redact`, if there is another reason than that it shows no record.
  var refusalToRedact: String? {
    switch self {
    case .path, .records:
      "'fhircheck \(rawValue)' prints the values of records, which '--redact' is to take out; it cannot do both"
    case .preflight: "'fhircheck preflight' reads an app's own files and no records; there is nothing to '--redact'"
    default: nil
    }
  }

  /// Whether it reads files, and so a configuration.
  var readsFiles: Bool {
    self == .check || self == .summary || self == .path || self == .records || self == .preflight
  }
}
