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

  /// A record that fits several releases is compared by walkers that have judged others by the chosen profile: what they
  /// remember as good must not hide its claim. Which walkers these are depends on the threads.
  @Test func theReleaseOfARecordIsTheSameInEachRun() throws {
    let url = "http://hl7.org/fhir/StructureDefinition/vitalsigns"
    func observation(_ members: String) -> String {
      """
      {"resourceType":"Observation","meta":{"profile":["\(url)"]},"status":"final","code":{"coding":[{"code":"8302-2",
      "system":"http://loinc.org"}]},"subject":{"display":"a"},"effectiveDateTime":"2020-01-01",
      "valueQuantity":{"value":1,"unit":"cm","system":"http://unitsofmeasure.org","code":"cm"},\(members)}
      """
    }
    let category = #"{"coding":[{"system":"http://hl7.org/fhir/observation-category","code":"vital-signs"}]}"#
    let told = observation(#""context":{"display":"b"},"category":[\#(category)]"#)
    for number in 100..<164 { try folder.write(told, to: "all/\(number).json") }
    for number in 164..<170 { try folder.write(observation(#""category":{}"#), to: "all/\(number).json") }
    let outputs = (0..<10).map { _ in
      CommandHarness().validate(
        "--format=jsonl", "--jobs=2", "--no-identity", "--profile=\(url)", folder.path + "/all"
      ).output
    }
    #expect(Set(outputs).count == 1)
    #expect(outputs[0].contains(#""release":"r4""#) && !outputs[0].contains(#""release":"stu3""#))
  }

  /// Reports name the version of a chosen profile for the releases of the records.
  @Test func theVersionOfAChosenProfileIsNamed() throws {
    let url = "http://hl7.org/fhir/StructureDefinition/bp"
    let pressure = try folder.write(#"{ "resourceType": "Observation", "id": "b" }"#, to: "pressure.json")
    let text = CommandHarness().validate("--fhir-version=r4", "--profile=\(url)", record, pressure).output
    #expect(text.contains("  records judged by \(url) in version 4.0.1\n"))
    let without = CommandHarness().validate("--fhir-version=r4", record).output
    #expect(!without.contains("records judged by"))
    // A profile of a type that no record has is judged by none.
    let other = CommandHarness().validate("--fhir-version=r4", "--profile=\(url)", record).output
    let sentence = "no record was judged by \(url) in version 4.0.1: none is of its type and release"
    #expect(other.replacing("\n    ", with: " ").contains("  \(sentence)\n"), "\(other)")
    for arguments in [["check", "--format=json"], ["check", "--format=jsonl"], ["summary", "--format=json"]] {
      let json = CommandHarness().validate(arguments + ["--fhir-version=r4", "--profile=\(url)", record]).output
      #expect(json.contains(#""chosenProfiles":["\#(sentence)"]"#), "\(json)")
    }
    let page = CommandHarness().validate("--format=html", "--fhir-version=r4", "--profile=\(url)", record).output
    #expect(page.contains("<dt>Chosen profiles</dt><dd>\(sentence)</dd>"))
    let counts = CommandHarness().validate("summary", "--fhir-version=r4", "--profile=\(url)", record).output
    #expect(counts.replacing("\n      ", with: " ").contains("\nChosen profiles\n  \(sentence)\n"), "\(counts)")
    #expect(!CommandHarness().validate("--format=json", record).output.contains("chosenProfiles"))
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

  @Test(arguments: ["Patient", "DomainResource", "vitalsigns"]) func aProfileOfRecordsIsUsed(name: String) {
    let url = "http://hl7.org/fhir/StructureDefinition/\(name)"
    #expect(!CommandHarness().validate("--profile=\(url)", record).error.contains("--profile"))
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

  /// A profile for another release than that of all records was not used, whatever the types of the records.
  @Test(arguments: ["check", "summary"]) func aProfileOfAnotherReleaseFails(command: String) throws {
    let text = ProfileCase.definition(
      ProfileCase.url, #"{ "path": "Patient.name", "min": 1 }"#, of: "Patient", more: #""fhirVersion": "4.0.1","#)
    let profile = try folder.write(text, to: "r4.json")
    let options = [command, "--definitions=\(profile)", "--profile=\(ProfileCase.url)"]
    let other = CommandHarness().validate(options + ["--fhir-version=dstu2", record])
    #expect(
      other.error.contains("the profile '\(ProfileCase.url)' was not used: it is for R4, and the records are of DSTU2"))
    #expect(other.exitCode == .failure)
    let own = CommandHarness().validate(options + ["--fhir-version=r4", record])
    #expect(!own.error.contains("was not used"))
    #expect(own.exitCode != .failure)
  }

  /// Records are not extensions, nor values of a data type.
  @Test(arguments: ["patient-birthPlace", "Identifier"]) func aProfileThatIsAboutNoRecordEndsTheRun(name: String) {
    let outcome = CommandHarness().validate("--profile=http://hl7.org/fhir/StructureDefinition/\(name)", record)
    #expect(outcome.error.contains("found one that is about no record"))
    #expect(outcome.exitCode == .failure)
  }

  @Test func definitionsThatCannotBeReadEndTheRun() {
    let outcome = CommandHarness().validate("--definitions=\(folder.path)/missing", record)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.contains("missing"))
  }
}
