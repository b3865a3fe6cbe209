import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Tests the option that names guides and their versions, and what reports say of them.
struct GuideOptionTests {
  private let folder: TemporaryFolder
  private static let patient = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient"

  init() throws {
    folder = try TemporaryFolder()
    // Only 6.1.0 has the extension, whose value is wrong.
    for (id, claim) in [("a", "|3.1.1"), ("b", "|6.1.0"), ("c", "|7.0.0"), ("d", "")] {
      try folder.write(
        """
        { "resourceType": "Patient", "id": "\(id)", "meta": { "profile": ["\(Self.patient)\(claim)"],
            "source": "http://example.org/clinic" },
          "identifier": [{ "system": "http://example.org", "value": "\(id)" }], "name": [{ "family": "A" }],
          "gender": "male", "extension": [{ "url": "http://hl7.org/fhir/us/core/StructureDefinition/us-core-sex",
            "valueString": "wrong" }] }
        """, to: "records/\(id).json")
    }
  }

  private func run(_ arguments: String...) -> CommandHarness.Outcome {
    CommandHarness().validate(arguments + [folder.path + "/records"])
  }

  @Test func aWrongNameIsAnErrorWithTheNearest() {
    for (name, nearest) in [
      ("us-cor", "us-core"), ("us-core@6.2.0", "us-core@6.1.0"), ("us-core@6.1.1", "us-core@6.1.0"),
      ("us-core@4.1.0", "us-core@3.1.1"), ("us-core@3.0.0", "us-core@3.1.1"),
    ] {
      let outcome = run("--guide=\(name)")
      #expect(outcome.error.contains("'--guide' names '\(name)', which is not there"))
      #expect(outcome.error.contains("(argonaut@1.0.0, us-core@3.1.1, us-core@6.1.0); did you mean '\(nearest)'?"))
      #expect(outcome.exitCode.rawValue == 2)
    }
  }

  /// Each record is judged by its own version.
  @Test func eachRecordIsOfItsVersion() {
    let outcome = run("--format=jsonl", "--fhir-version=r4", "--guide=us-core")
    let wrong = outcome.output.split(separator: "\n").filter { $0.contains("\"rule\":\"profile/") }
    for id in "abcd" {
      #expect(wrong.contains { $0.contains("\(id).json") } == (id == "b" || id == "d"), "\(id)")
    }
    #expect(
      outcome.output.contains(
        #""guides":{"us-core":{"3.1.1":{"claimed":1,"met":1,"broken":0,"undecided":0},"#
          + #""6.1.0":{"claimed":2,"met":0,"broken":2,"undecided":0}}}"#))
    #expect(outcome.output.contains(#""profile \#(Self.patient)|7.0.0":1"#))
    let text = run("--fhir-version=r4", "--guide=us-core")
    #expect(
      text.output.replacing("\n ", with: "").contains("judged by R4 (4), us-core 6.1.0 (2) and us-core 3.1.1 (1)"),
      "\(text.output)")
  }

  @Test func theSummarySaysWhatFits() {
    let outcome = run("summary", "--format=json", "--fhir-version=r4", "--guide=us-core")
    #expect(
      outcome.output.contains(
        #""guides":{"http://example.org/clinic":{"us-core":{"best":"3.1.1","versions":{"3.1.1":{"claimed":1,"met":2"#))
  }

  /// A claim of a version that is not there is named as in a check.
  @Test func theSummaryNamesWhatIsNotThere() throws {
    try folder.write(
      #"{ "resourceType": "Patient", "id": "e", "meta": { "profile": ["\#(Self.patient)|5.0.1"] } }"#,
      to: "records/e.json")
    let missing = ["5.0.1", "7.0.0"].map { #""profile \#(Self.patient)|\#($0)":1"# }
    let summary = run("summary", "--format=json", "--fhir-version=r4", "--guide=us-core")
    #expect(summary.output.contains(#""missingProfiles":{\#(missing[0]),\#(missing[1])}"#), "\(summary.output)")
    let check = run("--format=json", "--fhir-version=r4", "--guide=us-core")
    #expect(missing.allSatisfy(check.output.contains), "\(check.output)")
    let text = run("summary", "--fhir-version=r4", "--guide=us-core").output
    #expect(text.contains("Not judged by profiles that are not there"), "\(text)")
    #expect(text.contains("us-core-patient|5.0.1"), "\(text)")
    let redacted = run("summary", "--format=json", "--redact", "--fhir-version=r4", "--guide=us-core").output
    #expect(redacted.contains("missingProfiles") && !redacted.contains("5.0.1"), "\(redacted)")
  }

  @Test func withoutAGuideReportsSayNothingOfOne() {
    for command in ["check", "summary"] {
      #expect(!run(command, "--format=json", "--fhir-version=r4").output.contains("\"guides\""))
    }
  }

  /// A folder with a manifest is a package, too.
  @Test func aFolderWithAManifestIsAVersion() throws {
    for (version, element) in [("1.0.0", "gender"), ("2.0.0", "birthDate")] {
      try folder.write(
        ProfileCase.definition(
          ProfileCase.url, #"{ "path": "Patient.\#(element)", "min": 1 }"#, of: "Patient",
          more: #""version": "\#(version)","#), to: "definitions/\(version)/profile.json")
      try folder.write(
        #"{ "name": "example.guide", "version": "\#(version)", "fhirVersions": ["4.0.1"] }"#,
        to: "definitions/\(version)/package.json")
    }
    let record = try folder.write(
      #"{ "resourceType": "Patient", "id": "a", "meta": { "profile": ["\#(ProfileCase.url)"] } }"#, to: "one.json")
    for (guide, element) in [("example.guide", "birthDate"), ("example.guide@1.0.0", "gender")] {
      let outcome = CommandHarness().validate(
        "--format=jsonl", "--definitions=\(folder.path)/definitions", "--guide=\(guide)", record)
      #expect(outcome.output.contains("expected '\(element)'"))
      #expect(outcome.output.components(separatedBy: #""rule":"profile/required-element""#).count == 2)
    }
  }
}
