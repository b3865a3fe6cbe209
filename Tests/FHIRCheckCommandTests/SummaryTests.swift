import ClinicalRecords
import FHIRCheckCommand
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// Runs `fhircheck summary` with the real validator.
@Suite struct SummaryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The members of the document whose numbers a test adds up.
  private struct Document: Decodable {
    var formatVersion: Int
    var files: Int
    var records: Int
    var releases: [String: Int]
    var resourceTypes: [String: Int]
    var clinicalTypes: [String: Int]
    var medicationTypes: [String: Int]
    var withoutClinicalType: [String: Int]
    var sources: [String: Int]
    var notJudged: [String: Int]
    var duplicates: [String: Int]?
    var identity: String
    var filesSkippedByKind: [String: Int]
    var withoutId: Int?
    var receivedDates: [String: String]?
    var receipt: [String: [String: Int]]
  }

  private func run(_ arguments: String...) -> CommandHarness.Outcome { CommandHarness().validate(arguments) }

  private func document(_ outcome: CommandHarness.Outcome) throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
  }

  private func writeRecords() throws {
    try folder.write(
      #"""
      {"resourceType": "Bundle", "type": "collection", "entry": [
        {"resource": {"resourceType": "Patient", "contained": [{"resourceType": "Organization", "id": "o"}]}},
        {"resource": {"resourceType": "MedicationOrder"}}, {"resource": {"resourceType": "MedicationStatement"}},
        {"resource": {"resourceType": "MedicationOrder"}}, {"resource": {"resourceType": "Medication"}},
        {"resource": {"resourceType": "MedicationAdministration"}}, {"resource": {"resourceType": "Coverage"}},
        {"resource": {"resourceType": "MedicationRequest"}}, {"resource": {}}, {"resource": {"resourceType": 1}},
        {"resource": null}, {"request": {"method": "GET", "url": "x"}}, 7,
        {"resource": {"resourceType": "Bundle", "entry": [{"resource": {"resourceType": "Condition"}}]}}
      ]}
      """#, to: "bundle.json")
    try folder.write(
      #"""
      {"resourceType": "Observation", "category": {"coding": [{"code": "laboratory"}]}}
      {"resourceType": "Observation", "category": {"text": "Vital Signs"}}
      {"resourceType": "Observation", "category": [{"text": "Lab"}, {"text": "Vital Signs"}]}
      {"resourceType": "Observation", "category": {"coding": [{"code": "social-history"}]}}
      {"resourceType": "Observation", "code": {"coding": [{"system": "http://loinc.org", "code": "8867-4"}]}}
      {"resourceType": "Observation"}
      {"resourceType": "Observation", "category": {}}
      {"resourceType": "Observation", }
      [1]
      """#, to: "lines.ndjson")
    try folder.write("{", to: "cut.json")
    try folder.write("", to: "empty.json")
    try folder.write(
      String(repeating: "[", count: 300) + String(repeating: "]", count: 300), to: "deep.json")
    // Only the end shows that this is not a Bundle, so it is read twice.
    try folder.write(
      #"{"entry": [{"resource": {"resourceType": "Condition"}}], "resourceType": "List"}"#, to: "list.json")
    try folder.write("Nothing of JSON here.", to: "notes.txt")
  }

  @Test func everythingIsCountedOnce() throws {
    try writeRecords()
    let outcome = run("summary", "--format", "json", folder.path)
    #expect(outcome.exitCode == .findings)
    #expect(outcome.error == "")
    #expect(outcome.output.hasPrefix(#"{"formatVersion":1,"files":6,"records":17,"releases":{"dstu2":15,"r4":2},"#))
    let found = try document(outcome)
    #expect(
      found.resourceTypes
        == [
          "Patient": 1, "MedicationOrder": 2, "MedicationStatement": 1, "Medication": 1, "MedicationAdministration": 1,
          "Coverage": 1, "Condition": 1, "Observation": 7, "List": 1, "MedicationRequest": 1,
        ])
    #expect(
      found.clinicalTypes == [
        "HKClinicalTypeIdentifierConditionRecord": 1, "HKClinicalTypeIdentifierMedicationRecord": 4,
        "HKClinicalTypeIdentifierLabResultRecord": 1, "HKClinicalTypeIdentifierVitalSignRecord": 3,
      ])
    #expect(found.medicationTypes == ["MedicationOrder": 2, "MedicationRequest": 1, "MedicationStatement": 1])
    #expect(
      found.withoutClinicalType == [
        "resource-type": 2, "medication": 1, "medication-administration": 1, "resource-type-of-other-release": 1,
        "observation-social-history": 1, "observation-without-category": 1, "observation-unknown-category": 1,
      ])
    #expect(found.sources == ["anonymous": 17])
    #expect(
      found.notJudged == [
        "missing-resource-type": 2, "not-an-object": 3, "not-json": 2, "empty": 1,
        "too-deep": 1,
      ])
  }

  @Test func theNumbersAddUp() throws {
    try writeRecords()
    let found = try document(run("summary", "--format", "json", "--source", "City Clinic", folder.path))
    let sum = { (counts: [String: Int]) in counts.values.reduce(0, +) }
    #expect(sum(found.releases) == found.records)
    #expect(sum(found.resourceTypes) == found.records)
    #expect(sum(found.clinicalTypes) + sum(found.withoutClinicalType) == found.records)
    #expect(found.sources == ["City Clinic": found.records])
    #expect(
      sum(found.medicationTypes) == found.clinicalTypes[ClinicalTypeIdentifier.medicationRecord.rawValue])
    let places = try #require(found.receipt["places"])
    #expect(places["notJudged"] == sum(found.notJudged))
    #expect(places["found"] == found.records + sum(found.notJudged))
    #expect(places["judged"] == found.records)
    #expect(found.receipt["files"]?["skipped"] == sum(found.filesSkippedByKind))
    #expect(found.identity == "compared")
    for name in found.withoutClinicalType.keys { #expect(Classification.Reason(rawValue: name) != nil) }
    for name in found.notJudged.keys { #expect(NotJudged(rawValue: name) != nil) }
  }

  @Test func theReportHasATextForm() throws {
    try writeRecords()
    let outcome = run("summary", "--source", "City Clinic", folder.path)
    #expect(outcome.output.contains("Faults of files\n  \(folder.path)/empty.json:"), "\(outcome.output)")
    #expect(
      outcome.output.replacing(/Faults of files\n(  .*\n)*\n/, with: "") == """
        17 records in 6 files; 1 file skipped

        Releases
          15  dstu2
           2  r4

        Releases told by
          6  dstu2, by other records of its Bundle
          4  dstu2, by its elements
          3  dstu2, by other records of its file
          2  dstu2, by its resource type
          1  r4, by assumption: nothing told
          1  r4, by its resource type

        Resource types
          7  Observation
          2  MedicationOrder
          1  Condition
          1  Coverage
          1  List
          1  Medication
          1  MedicationAdministration
          1  MedicationRequest
          1  MedicationStatement
          1  Patient

        Clinical types
          4  Medications
          3  Clinical Vitals
          1  Conditions
          1  Lab Results

        Medication types
          2  MedicationOrder
          1  MedicationRequest
          1  MedicationStatement

        Without a clinical type
          2  other resource types
          1  Medication: part of other records
          1  MedicationAdministration: no record of HealthKit's
          1  Observation of social history
          1  Observation whose category has no code that is known
          1  Observation without a category
          1  resource type that is a record in another release only

        Classified on weaker grounds
          2  told from the words of a category, not from a code
          1  in categories that exclude each other; social history went first, then
               vital signs
          1  inferred from LOINC codes: no category says anything

        Sources
          17  City Clinic

        Duplicates
          17  record without an id, not compared

        Skipped files
          1  text

        Not judged
          3  not an object
          2  missing resource type
          2  not json
          1  empty
          1  too deep

        Receipt
          7 files: 6 read, 1 skipped, 0 not opened, 0 not readable
          4 faults of files: json/empty-input 1, json/trailing-comma 1,
              json/unexpected-end 1, limit/too-deep 1
          26 records, or texts that should be records: 17 judged, 9 not judged

        """)
  }

  @Test func anUnreadablePathIsCountedAndReported() throws {
    let outcome = run("summary", "--format", "json", folder.path + "/none.json", folder.path)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.contains("none.json: "))
    let found = try document(outcome)
    #expect(found.files == 0 && found.records == 0)
    #expect(found.notJudged == ["unreadable-path": 1])
    #expect(found.releases.isEmpty && found.sources.isEmpty)
  }

  @Test func theNumberOfJobsMakesNoDifference() throws {
    try writeRecords()
    for index in 0..<20 { try folder.write(#"{"resourceType": "Condition"}"#, to: "more/\(index).json") }
    let one = run("summary", "--jobs", "1", "--format", "json", folder.path)
    #expect(one.output.contains("\"records\":37,"))
    #expect(run("summary", "--jobs", "4", "--format", "json", folder.path).output == one.output)
  }

  @Test func checkCountsClinicalTypesToo() throws {
    try writeRecords()
    let expected =
      #""clinicalTypes":{"HKClinicalTypeIdentifierConditionRecord":1,"HKClinicalTypeIdentifierLabResultRecord":1,"#
      + #""HKClinicalTypeIdentifierMedicationRecord":4,"HKClinicalTypeIdentifierVitalSignRecord":3},"#
    #expect(run("--format", "jsonl", folder.path).output.contains(expected))
    #expect(run("--format", "json", "--quiet", folder.path).output.contains(expected))
  }

  @Test func largeInputsAreCountedAsSmallOnes() throws {
    // Larger than inputs that are read whole, so that it is streamed.
    let line = #"{"resourceType": "Observation", "category": {"coding": [{"code": "laboratory"}]}, "id": "x"}"#
    let text =
      #"{"resourceType": "Bundle", "entry": ["# + #"{"resource": \#(line)},"# + ("{\"resource\": " + line + "}")
    let padding = #","# + #"{"fullUrl": "\#(String(repeating: "x", count: 9 << 20))"}"#
    try folder.write(text + padding + "]}", to: "large.json")
    let found = try document(run("summary", "--format", "json", folder.path))
    #expect(found.records == 2)
    #expect(found.clinicalTypes == ["HKClinicalTypeIdentifierLabResultRecord": 2])
  }

  /// Files from which records may be missing give the exit code that `check` gives; faults of records do not.
  @Test func damageOfFilesDecidesTheExitCode() throws {
    let record = #"{"resourceType":"Patient","id":"a","gender":"x"}"#
    let zip = ZipWriter([ZipWriter.Entry("a.json", record), ZipWriter.Entry("b.json", record)]).bytes
    let cases: [(name: String, bytes: [UInt8])] = [
      ("cut.zip", Array(zip.dropLast(40))), ("cut.json.gz", Array(Deflate.gzip(Array(record.utf8)).dropLast(4))),
      ("unsafe.zip", ZipWriter([ZipWriter.Entry("../a.json", record), ZipWriter.Entry("b.json", record)]).bytes),
    ]
    for (name, bytes) in cases {
      let path = try folder.write(bytes, to: name)
      let check = CommandHarness().validate("--ignore=code", path)
      let summary = run("summary", path)
      #expect(summary.exitCode == check.exitCode && summary.exitCode != .success, "\(name)")
    }
    #expect(run("summary", folder.path + "/missing.json").exitCode == .failure)
    #expect(run("summary", try folder.write(record, to: "faulty.json")).exitCode == .success)
  }
}
