import FHIRCheckCommand
import FHIRTestSupport
import Testing

/// Tests the options that name profiles and their definitions.
struct DefinitionsOptionTests {
  private let folder: TemporaryFolder
  private let record: String
  private let definitions: String

  init() throws {
    folder = try TemporaryFolder()
    record = try folder.write(#"{ "resourceType": "Patient", "id": "a", "active": true }"#, to: "record.json")
    try folder.write(
      ProfileCase.definition(ProfileCase.url, #"{ "path": "Patient.birthDate", "min": 1 }"#, of: "Patient"),
      to: "definitions/profile.json")
    // The manifest of a package is not a definition.
    try folder.write(#"{ "name": "a" }"#, to: "definitions/package.json")
    definitions = folder.path + "/definitions"
  }

  @Test func aChosenProfileIsJudged() {
    let outcome = CommandHarness().validate(
      "--format=jsonl", "--fhir-version=r4", "--definitions=\(definitions)", "--profile=\(ProfileCase.url)", record)
    #expect(outcome.output.contains(#""rule":"profile/required-element""#))
    #expect(outcome.output.contains(#""profile":"\#(ProfileCase.url)""#))
    #expect(outcome.exitCode == .findings)
    #expect(outcome.error.isEmpty)
  }

  /// The text names the version of a chosen profile for the releases of the records; the other formats are as before.
  @Test func theVersionOfAChosenProfileIsNamed() throws {
    let url = "http://hl7.org/fhir/StructureDefinition/bp"
    let text = CommandHarness().validate("--fhir-version=r4", "--profile=\(url)", record).output
    #expect(text.contains("  records judged by \(url) in version 4.0.1\n"))
    let without = CommandHarness().validate("--fhir-version=r4", record).output
    #expect(!without.contains("records judged by"))
    let lines = CommandHarness().validate("--format=jsonl", "--fhir-version=r4", "--profile=\(url)", record).output
    #expect(!lines.contains("4.0.1\""))
  }

  @Test func definitionsAloneApplyToRecordsThatClaimThem() {
    let outcome = CommandHarness().validate("--fhir-version=r4", "--definitions=\(definitions)", record)
    #expect(!outcome.output.contains("profile/"))
  }

  @Test func aProfileWithoutADefinitionIsNamed() {
    let outcome = CommandHarness().validate("--profile=http://example.org/none", record)
    #expect(outcome.error.contains("'--profile' names 'http://example.org/none', of which no definition is available"))
    #expect(outcome.exitCode == .failure)
  }

  /// One that is known does not help, and nothing is judged or printed, by none of the commands.
  @Test(arguments: ["check", "summary"])
  func aProfileWithoutADefinitionEndsTheRun(command: String) {
    let outcome = CommandHarness().validate(
      command, "--definitions=\(definitions)", "--profile=\(ProfileCase.url)", "--profile=http://example.org/none",
      record)
    #expect(outcome.error.contains("'http://example.org/none', of which no definition is available"))
    #expect(outcome.error.contains("fhircheck --help"))
    #expect(outcome.output.isEmpty)
    #expect(outcome.exitCode.rawValue == 2)
  }

  @Test func theDefinitionOfATypeIsAProfileThatAllRecordsMeet() {
    let outcome = CommandHarness().validate(
      "--fhir-version=r4", "--profile=http://hl7.org/fhir/StructureDefinition/Patient", record)
    #expect(outcome.error.isEmpty)
    #expect(!outcome.output.contains("profile/"))
    #expect(outcome.exitCode == .success)
  }

  @Test func definitionsThatCannotBeReadEndTheRun() {
    let outcome = CommandHarness().validate("--definitions=\(folder.path)/missing", record)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.contains("missing"))
  }
}
