/// The output of `fhircheck --help`: enough to begin without any other page.
enum HelpText {
  /// The help of a command, or of all.
  static func text(of command: CommandName?) -> String { command.map { HelpPage.text(of: $0) } ?? text }

  static var text: String {
    """
    fhircheck checks health records against the FHIR specification (DSTU2, STU3, R4 and R4B).

    Usage:
    \(usage)
    PATH is a file, a folder (searched to its depths), a zip archive, or - for standard input. What a file holds is seen
    from its content, not from its name: one resource, a Bundle, an array of resources, or NDJSON, also compressed. In
    folders and archives every file that begins like JSON is read; others, such as FHIR XML and PDF, and hidden files are
    counted as skipped. What is named like JSON, or on the command line, and is of another kind is an error. preflight
    reads Info.plist, NAME-Info.plist, NAME.entitlements and project.pbxproj of a folder, and whatever it is named.

    Examples:
      fhircheck patient.json
      fhircheck --fail-on warning exports/
      curl -s https://example.org/fhir/Patient/1 | fhircheck -
      fhircheck --format jsonl exports/ > issues.jsonl
      fhircheck --format html --output report.html exports/
      fhircheck summary --format json exports/
      fhircheck explain structure/unknown-element
      fhircheck path "Patient.name.where(use = 'official').given" exports/
      fhircheck preflight MyApp/
      fhircheck --statistics exports/
      fhircheck --ignore narrative/* --severity code/misspelt-system=error exports/
      fhircheck --write-baseline known.json exports/ && fhircheck --baseline known.json exports/

    Options:
    \(lines(CommandOption.allCases.map { ($0, $0.helpOfAll) }))
    An option's value may follow after a space or after '='. What follows '--' is a path.

    Options may stand in .fhircheck.json, under their names without dashes; what the command line says goes first.

    Formats:
      text    issues by file, each with its line, and a summary at the end; the same once a file, with their number
      json    one document: formatVersion, issues, summary
      jsonl   one object a line: start, then an issue a line, then the summary
      html    one page for a browser: what is in it, what was found, with search; nothing is loaded
      concise, csv                       a line an issue: file:line:column: severity: message [rule], or a table
      github, gitlab, junit, sarif       what these services read: annotations, code quality, tests, code scanning
      operation-outcome                  a Bundle of OperationOutcomes, one for each record with issues
      check and preflight write all of these, several at once: --format html --output r.html --format sarif --output
      r.sarif --format text. The summary command writes text or json. The path command writes text, json or jsonl, with
      results in place of issues.
      The same input gives the same bytes, whatever the number of jobs.

    Records are compared over the whole run: the same source, resource type and id twice is a copy, another version or
    a conflict. These issues come after those of all files. The source is the institution that the stub of an Apple
    Health export names, else the name given with --source, else in R4 meta.source, else the service base of the entry's
    fullUrl; without any all records are of one source.

    In an Apple Health export, a folder or a zip with an export.xml, the stubs of the export.xml are joined to the files
    of clinical-records: each file has to have one, and each stub its file.

    Exit codes:
      0  nothing at or above the severity of --fail-on in what was judged; the last lines say what share that was
      1  issues at or above it, or with --fail-on-unjudged a file or a record that was not judged; for path, a record that
         could not be read or evaluated; for summary, a damaged file or archive
      2  bad usage; a path that could not be read, or records that could not be compared: the rest has been checked;
         nothing was judged at all, unless --allow-empty is given

    """
  }

  /// A line for each command.
  private static var usage: String {
    let left = CommandName.allCases.map { command in
      let name = command == .check ? "[check]" : command.rawValue
      return "fhircheck " + name + (command.arguments.isEmpty ? "" : " " + command.arguments)
    }
    let width = (left.map(\.utf8.count).max() ?? 0) + 1
    var text = ""
    for (start, command) in zip(left, CommandName.allCases) {
      text += "  " + start + String(repeating: " ", count: width - start.utf8.count) + command.summary + "\n"
    }
    return text
  }

  /// Options with their descriptions.
  static func lines(_ options: [(CommandOption, [String])]) -> String {
    rows(
      options.map { option, help in
        let letter = option.letter.map { "-\($0), " } ?? "    "
        return (letter + option.name + (option.value.map { " " + $0 } ?? ""), help)
      })
  }

  /// Names with their descriptions, which may take several lines.
  static func rows(_ rows: [(name: String, help: [String])]) -> String {
    let width = (rows.map(\.name.utf8.count).max() ?? 0) + 2
    var text = ""
    for (name, help) in rows {
      for (index, line) in help.enumerated() {
        let label = index == 0 ? name : ""
        text += "  " + label + String(repeating: " ", count: width - label.utf8.count) + line + "\n"
      }
    }
    return text
  }
}
