import FHIRCheckCommand
import Testing

@Suite struct UsageTests {
  @Test(arguments: [
    ([], "no path given; name a file, a folder, or - for standard input"),
    (["check"], "no path given; name a file, a folder, or - for standard input"),
    (["--formt", "json", "x"], "unknown option '--formt'; did you mean '--format'?"),
    (["--zzzzzzzz", "x"], "unknown option '--zzzzzzzz'"),
    (["-x"], "unknown option '-x'"),
    (
      ["--format", "xml", "x"],
      "'--format' is text, json, jsonl, concise, csv, github, gitlab, html, junit, operation-outcome or sarif, not "
        + "'xml'"
    ),
    (["--format"], "'--format' needs a value (FORMAT)"),
    (["--allow-empty=yes", "x"], "'--allow-empty' takes no value"),
    (["path", "id", "--allow-empty", "x"], "'--allow-empty' does not belong to 'fhircheck path'"),
    (["preflight", "--fail-on-unjudged", "x"], "'--fail-on-unjudged' does not belong to 'fhircheck preflight'"),
    (["--quiet=yes", "x"], "'--quiet' takes no value"),
    (["--jobs", "0", "x"], "'--jobs' is a whole number from 1, not '0'"),
    (["--jobs=many", "x"], "'--jobs' is a whole number from 1, not 'many'"),
    (["--max-issues=-1", "x"], "'--max-issues' is a whole number from 0, not '-1'"),
    (["--fail-on", "notes", "x"], "'--fail-on' is error, warning or never, not 'notes'"),
    (["--fhir-version", "r5", "x"], "'--fhir-version' is auto, dstu2, stu3, r4 or r4b, not 'r5'"),
    (["--source=", "x"], "'--source' needs a name that is not empty"),
    (["-", "x", "-"], "standard input (-) can be given only once"),
    ([""], "a path is empty"),
    (["summary"], "no path given; name a file, a folder, or - for standard input"),
    (["summary", "--format", "jsonl", "x"], "'fhircheck summary' writes text, json or html, not jsonl"),
    (["summary", "--fail-on", "warning", "x"], "'--fail-on' does not belong to 'fhircheck summary'"),
    (["summary", "--quiet", "x"], "'--quiet' does not belong to 'fhircheck summary'"),
    (["rules", "x"], "'fhircheck rules' takes no argument"),
    (["rules", "--jobs", "2"], "'--jobs' does not belong to 'fhircheck rules'"),
    (["rules", "--format", "jsonl"], "'fhircheck rules' writes text or json, not jsonl"),
    (["explain"], "'fhircheck explain' needs one rule, such as 'structure/unknown-element'"),
    (["explain", "a/b"], "there is no rule 'a/b'; 'fhircheck rules' lists all"),
  ])
  func mistakesAreExplained(_ arguments: [String], _ sentence: String) {
    let outcome = CommandHarness().run(arguments)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.output == "")
    #expect(outcome.error == "fhircheck: \(sentence)\nRun 'fhircheck --help' to see how it is used.\n")
  }

  @Test func versionAndHelp() {
    #expect(CommandHarness().run("--version").output == "fhircheck \(Version.current) (unreleased)\n")
    let help = CommandHarness().run("--help")
    #expect(help.exitCode == .success)
    for word in ["--format FORMAT", "Exit codes:", "Examples:", "fhircheck explain RULE"] {
      #expect(help.output.contains(word))
    }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
    #expect(CommandHarness().run("check", "--help").output.hasPrefix("Usage: fhircheck check [options] PATH..."))
    #expect(CommandHarness().run("-h").output == help.output)
  }
}
