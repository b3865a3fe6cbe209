import FHIRCheckCommand
import Foundation
import Testing

/// The release that a record's content shows decides its classification and identity, without a stub and without
/// `--fhir-version`.
@Suite struct SummaryOfReleasesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func summary(_ lines: String, _ options: String...) throws -> [String: Any] {
    try folder.write(lines, to: "records.ndjson")
    let outcome = CommandHarness().validate(["summary", "--format", "json"] + options + [folder.path])
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test func aTypeThatIsARecordInOneReleaseOnly() throws {
    let coverages = #"""
      {"resourceType":"Coverage","id":"two","bin":{"value":"b"},"issuer":{"reference":"Organization/1"}}
      {"resourceType":"Coverage","id":"four","status":"active","beneficiary":{"reference":"Patient/1"},"payor":[{"display":"p"}]}
      """#
    let told = try summary(coverages)
    #expect(told["clinicalTypes"] as? [String: Int] == ["HKClinicalTypeIdentifierCoverageRecord": 1])
    #expect(told["withoutClinicalType"] as? [String: Int] == ["resource-type-of-other-release": 1])
    #expect(told["releases"] as? [String: Int] == ["dstu2": 1, "r4": 1])
    let insisted = try summary(coverages, "--fhir-version", "r4")
    #expect(insisted["clinicalTypes"] as? [String: Int] == ["HKClinicalTypeIdentifierCoverageRecord": 2])
    #expect(insisted["releasesToldBy"] as? [String: [String: Int]] == ["r4": ["caller": 2]])
  }

  @Test func metaSourceCountsInR4() throws {
    let found = try summary(
      #"""
      {"resourceType":"MedicationRequest","id":"a","meta":{"source":"https://a.example/x#1"},"status":"active","intent":"order","medicationCodeableConcept":{"text":"m"},"subject":{"display":"s"}}
      {"resourceType":"MedicationOrder","id":"a","meta":{"source":"https://b.example/x#1"},"medicationCodeableConcept":{"text":"m"}}
      """#)
    #expect(found["sources"] as? [String: Int] == ["anonymous": 1, "https://a.example/x": 1])
    #expect(found["clinicalTypes"] as? [String: Int] == ["HKClinicalTypeIdentifierMedicationRecord": 2])
    #expect(found["medicationTypes"] as? [String: Int] == ["MedicationOrder": 1, "MedicationRequest": 1])
  }

  @Test func aCategoryThatRepeatsAndNotes() throws {
    let found = try summary(
      #"""
      {"resourceType":"Observation","id":"v","status":"final","category":[{"text":"at home"},{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"vital-signs"}]}],"code":{"text":"t"}}
      {"resourceType":"Observation","id":"l","status":"final","category":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"laboratory"}]},{"coding":[{"system":"urn:local","code":"chem"}]}],"code":{"text":"t"}}
      {"resourceType":"Observation","id":"s","status":"final","category":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"activity"}]}],"code":{"text":"t"}}
      {"resourceType":"DocumentReference","id":"d","status":"current","content":[{"attachment":{"title":"n"}}]}
      {"resourceType":"DiagnosticReport","id":"r","status":"final","code":{"text":"t"},"category":[{"text":"LAB"}]}
      """#)
    #expect(
      found["clinicalTypes"] as? [String: Int] == [
        "HKClinicalTypeIdentifierVitalSignRecord": 1, "HKClinicalTypeIdentifierLabResultRecord": 1,
        "HKClinicalTypeIdentifierClinicalNoteRecord": 2,
      ])
    #expect(found["withoutClinicalType"] as? [String: Int] == ["observation-activity": 1])
  }
}
