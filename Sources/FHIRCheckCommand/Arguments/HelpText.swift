import FHIRFindings
import FHIRReporting
import FHIRSchema

/// The output of `fhircheck help`, enough to begin without any other page, and of `fhircheck help COMMAND`.
struct HelpText {
  let wrapped: WrappedText

  func text(of command: CommandName?) -> String { wrapped.text(command.map { page(of: $0) } ?? text, indent: 0) }

  private var text: String {
    """
    fhircheck checks health records against the FHIR specification (\(FHIRRelease.published.map(\.rawValue).listed)).

    Usage:
    \(usage)
    PATH is a file, a folder (searched recursively), a zip or tar archive, or - for standard input. The content of a \
    file decides how it is read, not its name: one resource, a Bundle, an array of resources, or NDJSON, also \
    compressed. In folders and archives every file that begins like JSON is read; others, such as FHIR XML and PDF, and \
    hidden files are counted as skipped. A file that is named like JSON, or on the command line, and is of another kind \
    is an error. preflight reads Info.plist, NAME-Info.plist, NAME.entitlements and project.pbxproj in a folder, and \
    any file that is named.

    Examples:
      fhircheck patient.json
      fhircheck --fail-on warning exports/
      curl -s https://example.org/fhir/Patient/1 | fhircheck -
      fhircheck --format jsonl exports/ > issues.jsonl
      fhircheck --format html --output report.html exports/
      fhircheck summary --format json exports/
      fhircheck summary --format html export.zip > my-records.html
      fhircheck explain structure/unknown-element
      fhircheck path "Patient.name.where(use = 'official').given" exports/
      fhircheck preflight MyApp/
      fhircheck --statistics exports/
      fhircheck --ignore 'narrative/*' exports/
      fhircheck --write-baseline known.json exports/
      fhircheck --baseline known.json exports/

    Options:
    \(rows(CommandOption.all.map { ($0.label, $0.help()) }))
    The value of an option may follow after a space or after '='. Whatever follows '--' is a path.

    Options can also be set in .fhircheck.json, under their names without dashes; the command line takes precedence.

    Formats:
    \(rows(CommandName.check.formats.map { ($0.rawValue, CommandName.check.meaning(of: $0)) }))
    check and preflight write all of these, several at once: --format html --output r.html --format sarif --output \
    r.sarif --format text. \(CommandName.otherFormats) The same input gives the same bytes, whatever the number of jobs.

    Records are compared over the whole run: if source, resource type and id are the same, a record is a copy, another \
    version or a conflict. These findings come after those of all files. The source is the issuer of a health card, the \
    institution that the stub of an Apple Health export names, else the name given with --source, else R4 meta.source, \
    else the base URL of the entry's fullUrl; all records without any of these have one source.

    In an Apple Health export, a folder or a zip with an export.xml, the stubs of the export.xml are matched with the \
    files of clinical-records: each file needs a stub, and each stub its file.

    Exit codes:
    \(rows([
      ("0", "no finding at or above the severity of --fail-on in what was judged; the last lines say what share that was"),
      ("1", "such findings, or with --fail-on-unjudged a file or a record that was not judged; for path, a record that "
        + "could not be read or evaluated; for summary, a damaged file or archive, or text that is not JSON"),
      ("2", "bad usage; a path that could not be read, or records that could not be compared: the rest has been "
        + "checked; nothing was judged at all, unless --allow-empty is given"),
    ]))
    """
  }

  private func page(of command: CommandName) -> String {
    let options = CommandOption.all.filter { $0.commands.contains(command) }
    var text = """
      Usage: fhircheck \(command.rawValue)\(command.arguments.isEmpty ? "" : " " + command.arguments)

      \(command.summary.prefix(1).uppercased() + command.summary.dropFirst()).

      Options:
      \(rows(options.map { ($0.label, $0.help(of: command)) }))

      """
    if command.formats.count > 1 {
      text += "Formats:\n" + rows(command.formats.map { ($0.rawValue, command.meaning(of: $0)) }) + "\n"
    }
    if command.readsFiles { text += "'fhircheck help' says what a PATH may be, and what the exit codes mean.\n" }
    return text
  }

  private var usage: String {
    rows(
      CommandName.allCases.map { command in
        let name = command == .check ? "[check]" : command.rawValue
        let arguments = command.arguments.isEmpty ? "" : " " + command.arguments
        return ("fhircheck " + name + arguments, command.summary)
      })
  }

  private func rows(_ rows: [(name: String, description: String)]) -> String {
    wrapped.lines(of: rows.map { ["  " + $0.name, $0.description] }, widest: 28).map { $0 + "\n" }.joined()
  }
}
