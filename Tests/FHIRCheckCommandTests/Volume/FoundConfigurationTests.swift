import FHIRCheckCommand
import Foundation
import Testing

/// A configuration that the search finds may have come with the data.
@Suite struct FoundConfigurationTests {
  private let folder: TemporaryFolder
  private var harness = CommandHarness()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"resourceType":"Patient","id":"a","gender":"none","x":1}"#, to: "a.json")
    harness.workingFolder = folder.path
  }

  private func run(_ configuration: String, _ arguments: String...) throws -> CommandHarness.Outcome {
    try folder.write(configuration, to: ".fhircheck.json")
    return harness.validate(["--no-identity"] + arguments + [folder.path + "/a.json"])
  }

  @Test(arguments: [
    #"{"ignore": ["*"]}"#, #"{"select": ["json"]}"#, #"{"severity": {"*": "information"}}"#, #"{"exclude": ["b"]}"#,
    #"{"only-errors": true}"#, #"{"guide": ["us-core"]}"#, #"{"fhir-version": "r4"}"#,
    #"{"paths": [{"match": ["*"], "ignore": ["*"]}]}"#, #"{"fail-on": "never"}"#, #"{"quiet": true}"#,
    #"{"max-issues": 0}"#, #"{"allow-empty": true}"#,
  ])
  func whatItHidesIsSaidInTheVerdict(_ configuration: String) throws {
    let words = "; what counts is set in \(folder.path)/.fhircheck.json, which was found."
    for format in ["text", "concise", "github"] {
      let output = try run(configuration, "--format", format).output.replacing(/\n {2,}/, with: " ")
      #expect(output.contains(words), "\(format)")
    }
    #expect(
      try run(configuration, "--format=json").output.contains(
        #""foundConfiguration":"\#(folder.path)/.fhircheck.json""#))
    let redacted = try run(configuration, "--redact").output.replacing(/\n {2,}/, with: " ")
    #expect(redacted.contains("is set in .fhircheck.json, which was found.") && !redacted.contains(folder.path))
    // Not if the caller names it, or says something else, or it sets nothing of that.
    let named = try folder.write(configuration, to: "named.json")
    #expect(!harness.validate(["--config", named, folder.path + "/a.json"]).output.contains("is set in"))
    #expect(try !run(#"{"fail-on-unjudged": true, "quiet": false, "all": true}"#).output.contains("is set in"))
  }

  @Test func thatRecordsAreNotComparedIsSaid() throws {
    try folder.write(#"{"no-identity": true}"#, to: ".fhircheck.json")
    let path = folder.path + "/a.json"
    #expect(harness.validate("--format=json", path).output.contains("foundConfiguration"))
    #expect(harness.validate("summary", path).error.contains("\(folder.path)/.fhircheck.json"))
    #expect(!harness.validate("--format=json", "--no-identity", path).output.contains("foundConfiguration"))
  }

  @Test func whatTheCommandLineReplacesIsNotSaid() throws {
    #expect(try !run(#"{"ignore": ["*"]}"#, "--ignore=json").output.contains("is set in"))
    #expect(try run(#"{"severity": {"code": "warning"}}"#, "--severity=json=error").output.contains("is set in"))
    let settings = [#"{"exclude": ["b"]}"#, #"{"allow-empty": true}"#, #"{"where": ["resourceType=Observation"]}"#]
    for (number, text) in settings.enumerated() {
      try folder.write(text, to: ".fhircheck.json")
      // A summary has no conditions.
      for command in number < 2 ? ["summary", "records"] : ["records"] {
        let outcome = harness.validate([command, folder.path + "/a.json"])
        #expect(outcome.error.contains("\(folder.path)/.fhircheck.json"), "\(outcome.error)")
      }
    }
  }

  @Test(arguments: ["output", "write-baseline"]) func itWritesNoFile(_ option: String) throws {
    let file = try folder.write("kept", to: "kept.txt")
    let text = #"{"\#(option)": "kept.txt"}"#
    for arguments in [["--fail-on=never"], ["--\(option)=\(folder.path)/other"], ["--show-config"]] {
      try folder.write(text, to: ".fhircheck.json")
      let outcome = harness.validate(arguments + [folder.path + "/a.json"])
      #expect(outcome.exitCode == .failure && outcome.output.isEmpty)
      #expect(
        outcome.error.hasPrefix("fhircheck: \(folder.path)/.fhircheck.json:1:2: '\(option)' writes a file"),
        "\(outcome.error)")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    let named = try folder.write(text, to: "named.json")
    #expect(harness.validate("--config", named, "--fail-on=never", folder.path + "/a.json").exitCode == .success)
    #expect(try String(contentsOfFile: file, encoding: .utf8) != "kept")
  }

  @Test func thatOfAnotherUserIsNotFollowed() throws {
    var harness = harness
    harness.trustedOwners = [getuid() &+ 1]
    try folder.write("{}", to: ".fhircheck.json")
    for arguments in [[], ["--show-config"], ["summary"]] {
      let outcome = harness.validate(arguments + [folder.path + "/a.json"])
      #expect(outcome.exitCode == .failure && outcome.output.isEmpty)
      #expect(
        outcome.error.hasPrefix("fhircheck: \(folder.path)/.fhircheck.json: this configuration belongs to another user")
      )
    }
    #expect(harness.validate("--no-config", folder.path + "/a.json").exitCode == .findings)
    let named = folder.path + "/.fhircheck.json"
    #expect(harness.validate("--config", named, folder.path + "/a.json").exitCode == .findings)
  }
}
