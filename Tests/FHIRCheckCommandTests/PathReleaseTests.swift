import FHIRCheckCommand
import Foundation
import Testing

/// Runs `fhircheck path` over records of several releases, and strictly.
@Suite struct PathReleaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) -> CommandHarness.Outcome {
    CommandHarness().validate(["path"] + arguments)
  }

  /// The output without the folder's name.
  private func output(_ outcome: CommandHarness.Outcome) -> String {
    outcome.output.replacingOccurrences(of: folder.path + "/", with: "")
  }

  /// One record of each release, and one without evidence.
  private func writeBothReleases() throws {
    try folder.write(
      #"""
      {"resourceType": "Condition", "id": "two", "patient": {"reference": "Patient/1"}, "clinicalStatus": "active"}
      {"resourceType": "Condition", "id": "four", "subject": {"reference": "Patient/1"}, "clinicalStatus": {"text": "a"}}
      {"resourceType": "Basic", "id": "any"}
      """#, to: "both.ndjson")
  }

  @Test func eachRecordIsEvaluatedByItsRelease() throws {
    try writeBothReleases()
    let outcome = run("--format", "jsonl", "clinicalStatus.type() | (patient | subject).type()", folder.path)
    #expect(outcome.error == "")
    #expect(
      outcome.output.contains(##""id":"two","release":"dstu2","valueType":"System.TypeInfo","value":"FHIR.code"}"##))
    #expect(
      outcome.output.contains(
        ##""id":"four","release":"r4","valueType":"System.TypeInfo","value":"FHIR.CodeableConcept"}"##))
    #expect(outcome.output.contains(##""releasesToldBy":{"dstu2":{"elements":1},"r4":{"elements":1,"file":1}}}"##))
    let insisted = run("--fhir-version", "r4", "--format", "jsonl", "id", folder.path)
    #expect(insisted.output.contains(##""releasesToldBy":{"r4":{"caller":3}}}"##))
  }

  @Test func theEntriesOfABundleAreOfItsRelease() throws {
    try folder.write(
      #"""
      {"resourceType": "Bundle", "type": "collection", "entry": [
        {"resource": {"resourceType": "Basic", "id": "a"}},
        {"resource": {"resourceType": "MedicationRequest", "id": "b", "status": "active", "intent": "order",
          "medicationCodeableConcept": {"text": "c"}, "subject": {"reference": "Basic/a"}}}
      ]}
      """#, to: "c.json")
    for expression in ["id", "Bundle.id", "subject.resolve().id"] {
      let outcome = run("--format", "jsonl", expression, folder.path)
      #expect(outcome.output.contains(#""releasesToldBy":{"r4":{"#), "\(expression): \(outcome.output)")
      #expect(!outcome.output.contains("dstu2"), "\(expression)")
    }
  }

  @Test func theStubsOfAnExportGiveReleaseAndSource() throws {
    try folder.write(
      #"""
      <?xml version="1.0"?><HealthData locale="en">
      <ClinicalRecord type="Basic" identifier="b" sourceName="Clinic" sourceURL="" fhirVersion="4.0.1" \#
      receivedDate="2022-01-01 00:00:00 +0000" resourceFilePath="/clinical-records/Basic-1.json"/></HealthData>
      """#, to: "export.xml")
    try folder.write(#"{"resourceType": "Basic", "id": "b"}"#, to: "clinical-records/Basic-1.json")
    let outcome = run("--format", "jsonl", "id", folder.path)
    #expect(outcome.output.contains(#""id":"b","source":"Clinic""#))
    #expect(outcome.output.contains(#""releasesToldBy":{"r4":{"stub":1}}"#))
    #expect(outcome.exitCode == .success)
  }

  @Test func namesMissingInOneReleaseAreReportedIfRelevant() throws {
    try writeBothReleases()
    let strict = run("--strict", "Condition.patient.reference", folder.path)
    #expect(strict.exitCode == .findings)
    #expect(
      strict.error == """
        fhircheck: the expression cannot be used for records of STU3, R4 or R4B: Condition has no element 'patient' in STU3
          Condition.patient.reference
                    ^

        """)
    #expect(
      output(strict) == """
        both.ndjson:1: Condition/two: "Patient/1"
        both.ndjson:2: Condition/four: error: column 11: Condition has no element 'patient' in R4
        both.ndjson:3: Basic/any: error: column 11: Condition has no element 'patient' in R4

        """)
    let lenient = run("Condition.patient.reference", folder.path)
    #expect(lenient.exitCode == .success)
    #expect(lenient.error == "")
    let neither = run("--strict", "Condition.nme", folder.path)
    #expect(neither.exitCode == .failure)
    #expect(neither.output == "")
    let check = CommandHarness().validate(["check", "--strict", folder.path])
    #expect(check.error.contains("'--strict' does not belong to 'fhircheck check'"))
  }
}
