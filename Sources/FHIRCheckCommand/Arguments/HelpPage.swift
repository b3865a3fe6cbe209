/// The output of `fhircheck help COMMAND`: only what applies to that command.
enum HelpPage {
  static func text(of command: CommandName) -> String {
    let arguments = command.arguments.isEmpty ? "" : " " + command.arguments
    let options = CommandOption.allCases.filter { $0.belongs(to: command) }
    var text = """
      Usage: fhircheck \(command.rawValue)\(arguments)

      \(command.summary.prefix(1).uppercased() + command.summary.dropFirst()).

      Options:
      \(HelpText.lines(options.map { ($0, $0.help(of: command)) }))

      """
    if command.formats.count > 1 {
      text += "Formats:\n" + HelpText.rows(command.formats.map { ($0.rawValue, [command.meaning(of: $0)]) }) + "\n"
    }
    if command.readsRecords {
      text += "'fhircheck help' says what a PATH may be, and what the exit codes mean.\n"
    }
    return text
  }
}

extension CommandOption {
  /// The help for all commands: an option of some commands names these.
  var helpOfAll: [String] {
    let owners = CommandName.allCases.filter { belongs(to: $0) }
    guard owners.count == 1, let last = help.last else { return help }
    let line = last + "; \(owners[0].rawValue) only"
    let ending = line.utf8.count <= 58 ? [line] : [last + ";", "\(owners[0].rawValue) only"]
    return help.dropLast() + ending
  }

  /// The help for one command.
  func help(of command: CommandName) -> [String] {
    switch self {
    case .format: ["what is written, see below; \(command.formats[0].rawValue)"]
    case .output where command == .records: ["write the table to FILE, whole or not at all"]
    default: help
    }
  }
}

extension CommandName {
  /// What the command writes in a format.
  func meaning(of format: ReportFormat) -> String {
    switch self {
    case .path: meaningOfResults(format)
    case .records:
      format == .csv
        ? "a line with the names of the columns, then one for each record" : "an object a line for each record"
    case .summary: format == .json ? "one document with the counts" : "tables for people"
    case .explain, .rules: format == .json ? "the pages as one document" : "text for people"
    case .check, .preflight, .help, .version, .completions, .man: meaningOfIssues(format)
    }
  }

  private func meaningOfResults(_ format: ReportFormat) -> String {
    switch format {
    case .json: "one document: results, summary"
    case .jsonl: "one object a line: start, then a result a line, then the summary"
    default: "a result a line, with file, line and record"
    }
  }

  private func meaningOfIssues(_ format: ReportFormat) -> String {
    switch format {
    case .text: "issues by file, each with its line, and a summary at the end; the same once a file"
    case .json: "one document: issues, summary"
    case .jsonl: "one object a line: start, then an issue a line, then the summary"
    case .concise: "a line an issue: file:line:column: severity: message [rule]"
    case .csv: "a table with a row for each issue"
    case .github: "annotations in workflows of GitHub"
    case .gitlab: "a report of code quality for GitLab"
    case .html: "one page for a browser: what is in it, what was found, with search; nothing is loaded"
    case .junit: "tests that have failed, for build servers"
    case .operationOutcome: "a Bundle of OperationOutcomes, one for each record with issues"
    case .sarif: "SARIF 2.1.0, for code scanning"
    }
  }
}
