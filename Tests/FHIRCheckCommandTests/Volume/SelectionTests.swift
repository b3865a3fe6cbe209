import FHIRCheckCommand
import Foundation
import Testing

/// Two records with an unknown element and an invalid code, with the real validator.
@Suite struct SelectionTests {
  private let folder: TemporaryFolder
  private static let unknown = "structure/unknown-element"
  private static let code = "code/not-in-value-set"

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write(
        #"{"resourceType":"Patient","id":"\#(name)","gender":"none","x":1}"#, to: "\(name).json")
    }
  }

  private func run(_ arguments: String...) -> CommandHarness.Outcome {
    CommandHarness().validate(["--fhir-version=dstu2", "--format=jsonl", "--no-identity"] + arguments + [folder.path])
  }

  private func rules(_ outcome: CommandHarness.Outcome) -> [String] {
    outcome.output.split(separator: "\n").filter { $0.contains(#""type":"issue""#) }.compactMap { line in
      line.firstRange(of: #""rule":""#).map { String(line[$0.upperBound...].prefix { $0 != "\"" }) }
    }
  }

  @Test func allFindingsCountByDefault() {
    let outcome = run()
    #expect(rules(outcome) == [Self.code, Self.unknown, Self.code, Self.unknown])
    #expect(outcome.output.contains(#""rules":{"code/not-in-value-set":2,"structure/unknown-element":2}}"#))
    #expect(!outcome.output.contains("\"ignored\""))
  }

  @Test(arguments: [
    ["--ignore=code"], ["--ignore", "code/*"], ["--select=structure"], ["--select=structure/unknown-element"],
    ["--select=*", "--ignore=code/not-in-value-set"], ["--ignore=*", "--select=structure"],
  ])
  func ignoredFindingsAreCounted(_ choice: [String]) {
    let outcome = CommandHarness().validate(
      ["--fhir-version=dstu2", "--format=jsonl", "--no-identity"] + choice + [folder.path])
    #expect(rules(outcome) == [Self.unknown, Self.unknown])
    #expect(outcome.output.contains(#""error":2,"#))
    #expect(outcome.output.contains(#""ignored":{"code/not-in-value-set":2}"#))
    #expect(outcome.exitCode == .findings)
    // The counts are the same when nothing is listed.
    let quiet = CommandHarness().validate(
      ["--fhir-version=dstu2", "--format=jsonl", "--no-identity", "--quiet"] + choice + [folder.path])
    #expect(quiet.output.split(separator: "\n").last?.contains(#""error":2,"#) == true)
    #expect(quiet.output.contains(#""ignored":{"code/not-in-value-set":2}"#))
  }

  @Test func theExitCodeDependsOnTheRemainingFindings() {
    #expect(run("--ignore=code,structure").exitCode == .success)
    #expect(run("--severity=structure=warning", "--severity=code=warning").exitCode == .success)
    #expect(run("--severity=structure=warning", "--only-errors", "--ignore=code").exitCode == .success)
    #expect(run("--severity=structure=warning", "--ignore=code", "--fail-on=warning").exitCode == .findings)
  }

  /// A file with only ignored findings counts as judged.
  @Test func aFileIsJudgedWhateverCounts() {
    let outcome = CommandHarness().validate(
      "--fhir-version=dstu2", "--no-identity", "--ignore=code,structure", folder.path)
    #expect(outcome.output.hasPrefix("Valid: no issues; 2 of 2 records in 2 of 2 files judged by DSTU2.\n"))
    #expect(outcome.output.contains("  4 issues ignored (code/not-in-value-set 2, structure/unknown-element 2)\n"))
  }

  @Test func copiesAreFindingsToo() throws {
    try folder.write(#"{"resourceType":"Patient","id":"a","gender":"none","x":1}"#, to: "c.json")
    let outcome = CommandHarness().validate(
      "--fhir-version=dstu2", "--format=jsonl", "--select=identity", "--severity=identity/duplicate-record=error",
      folder.path)
    #expect(rules(outcome) == ["identity/duplicate-record"])
    #expect(outcome.exitCode == .findings)
    let ignored = CommandHarness().validate(
      "--fhir-version=dstu2", "--format=jsonl", "--ignore=identity,code,structure", folder.path)
    #expect(rules(ignored) == [])
    #expect(ignored.output.contains(#""identity/duplicate-record":1"#))
  }

  @Test(arguments: [
    (
      "--ignore", "unknown-element",
      "there is no rule or group 'unknown-element'; did you mean 'structure/unknown-element'?"
    ),
    ("--select", "structur", "there is no rule or group 'structur'; did you mean 'structure'?"),
    ("--ignore", "", "'--ignore' needs rules or groups, such as code/*"),
    (
      "--severity", "code/misspelt-system",
      "'--severity' is a rule or a group, '=', and error, warning or information, not 'code/misspelt-system'"
    ),
    (
      "--severity", "code=bad",
      "'--severity' is a rule or a group, '=', and error, warning or information, not 'code=bad'"
    ),
  ])
  func mistakesAreExplained(_ option: String, _ value: String, _ sentence: String) {
    let outcome = run(option, value)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.hasPrefix("fhircheck: \(sentence)\n"))
  }

  @Test func excludedFilesAreSkipped() {
    let outcome = run("--exclude", "b.*")
    #expect(rules(outcome).count == 2)
    #expect(outcome.output.contains(#""filesSkippedByKind":{"excluded":1}"#))
  }
}
