import ClinicalRecords
import FHIRSchema
import Testing

@Suite struct ClinicalRecordTests {
  static let observation = #"""
    { "resourceType" : "Observation", "id" : "17", "status" : "final", "valueQuantity" : {"value" : 37.600000000000001},
      "category" : {"coding" : [{"system" : "http://hl7.org/fhir/observation-category", "code" : "vital-signs"}]},
      "code" : {"coding" : [{"system" : "http://loinc.org", "code" : "8310-5", "display" : "Temperature"}]} }
    """#

  @Test func aRecordHasHealthKitsProperties() throws {
    let origin = RecordOrigin(
      source: "City Clinic", sourceURL: "https://example.org/fhir/Observation/17",
      fhirVersion: FHIRVersion("1.0.2"), receivedDate: ReceivedDate("2019-06-11 18:05:32 +0200"))
    let record = try #require(ClinicalRecord(json: Array(Self.observation.utf8), origin: origin))
    #expect(record.clinicalType == .vitalSignRecord)
    #expect(record.displayName == "Temperature")
    #expect(record.resourceType == .observation && record.resourceTypeName == "Observation")
    #expect(record.identifier == "17")
    #expect(record.source == "City Clinic")
    #expect(record.sourceURL == "https://example.org/fhir/Observation/17")
    #expect(record.fhirVersion == .primaryDSTU2)
    #expect(record.receivedDate?.secondsSince1970 == 1_560_269_132)
    #expect(record.json == Array(Self.observation.utf8))
  }

  @Test func nonResourcesMakeNoRecord() {
    for json in ["", "[]", "{}", "{\"resourceType\":", "7"] {
      #expect(ClinicalRecord(json: Array(json.utf8)) == nil)
    }
  }

  @Test(arguments: [
    (#""resourceType": "AllergyIntolerance", "substance": {"text": "Peanut"}"#, "Peanut"),
    (#""resourceType": "AllergyIntolerance", "code": {"coding": [{"display": "Latex"}]}"#, "Latex"),
    (#""resourceType": "Condition", "code": {"text": "", "coding": [{}, {"display": "Asthma"}]}"#, "Asthma"),
    (#""resourceType": "Immunization", "vaccineCode": {"text": "MMR"}"#, "MMR"),
    (#""resourceType": "DocumentReference", "description": "Discharge""#, "Discharge"),
    (#""resourceType": "MedicationOrder", "medicationReference": {"display": "Aspirin"}"#, "Aspirin"),
    (#""resourceType": "Procedure", "code": 7"#, "Procedure"), (#""resourceType": "Patient""#, "Patient"),
  ])
  func displayNames(_ members: String, _ name: String) throws {
    #expect(try #require(ClinicalRecord(json: Array("{\(members)}".utf8))).displayName == name)
  }

  // MARK: - Reading

  private func read(_ text: String) -> ClinicalRecordReader.Reading { ClinicalRecordReader().read(Array(text.utf8)) }

  private func names(_ text: String) -> [String] { read(text).records.map { $0.resourceTypeName } }

  @Test func everyFormOfInputIsRead() {
    let patient = #"{"resourceType": "Patient"}"#
    let condition = #"{"resourceType": "Condition", "contained": [{"resourceType": "Patient"}]}"#
    let inner = #"{"resourceType": "Bundle", "entry": [{"resource": \#(condition)}]}"#
    let bundle =
      #"{"resourceType": "Bundle", "entry": [{"resource": \#(patient)}, {"fullUrl": "x"}, {"resource": \#(inner)}]}"#
    #expect(names(patient) == ["Patient"])
    #expect(names("[\(patient), \(condition)]") == ["Patient", "Condition"])
    #expect(names("\(patient)\n\(condition)\n") == ["Patient", "Condition"])
    #expect(names(bundle) == ["Patient", "Condition"])
    #expect(names("[\(bundle), \(patient)]") == ["Patient", "Condition", "Patient"])
    #expect(names(#"{"resourceType": "Bundle", "type": "batch"}"#) == ["Bundle"])
    // Only the end shows that this is not a Bundle.
    #expect(names(#"{"entry": [{"resource": \#(patient)}], "resourceType": "List"}"#) == ["List"])
    #expect(read("\u{FEFF}" + patient).records.count == 1)
  }

  @Test func aBadRecordDoesNotAffectOthers() {
    let patient = #"{"resourceType": "Patient"}"#
    let lines = read("\(patient)\n{\"a\": }\n[1]\n\(patient)")
    #expect(lines.records.count == 2)
    #expect(lines.problems.map(\.kind) == [.unreadable, .notAResource])
    #expect(lines.problems.map(\.byteOffset) == [34, 36])
    let bundle = read(#"{"resourceType": "Bundle", "entry": [{"resource": {}}, 5, {"resource": \#(patient)}]}"#)
    #expect(bundle.records.count == 1)
    #expect(bundle.problems.map(\.kind) == [.notAResource, .notAResource])
    #expect(read("").problems.map(\.kind) == [.unreadable])
  }

  @Test func theJSONOfAnEntryIsItsOwn() {
    let reading = read(#"{"resourceType": "Bundle", "entry": [{"resource": \#(Self.observation)}]}"#)
    #expect(reading.records.map(\.json) == [Array(Self.observation.utf8)])
  }
}
