import ClinicalRecords
import Testing

@Suite struct MedicationRecordTests {
  static let resources = #"""
    {"resourceType": "MedicationOrder", "status": "active", "patient": {"reference": "Patient/1"}, \#
    "dateWritten": "2015-01", "dateEnded": "2016", "medicationReference": {"reference": "#m"}, \#
    "contained": [{"resourceType": "Medication", "id": "x"}, {"resourceType": "Medication", "id": "m", \#
    "code": {"text": "Albuterol"}}], "dosageInstruction": [{"text": "one puff"}, {}, {"text": "or two"}]}
    {"resourceType": "MedicationStatement", "status": "completed", "patient": {"display": "Ann"}, \#
    "dateAsserted": "2015-02-03", "effectivePeriod": {"start": "2014", "end": "2015"}, \#
    "medicationCodeableConcept": {"coding": [{"system": "http://www.nlm.nih.gov/research/umls/rxnorm/", \#
    "code": "311372", "display": "Loratadine"}]}, "dosage": [{"text": "daily"}]}
    {"resourceType": "MedicationDispense", "whenPrepared": "2015-05-01", "whenHandedOver": "2015-05-02"}
    {"resourceType": "MedicationRequest", "subject": {"reference": "Patient/2"}, "authoredOn": "2020", \#
    "medicationCodeableConcept": {"text": "Aspirin"}}
    {"resourceType": "Medication"}
    {"resourceType": "MedicationAdministration"}
    {"resourceType": "Condition"}
    """#

  private let medications = ClinicalRecordReader().read(Array(Self.resources.utf8)).records
    .compactMap(MedicationRecord.init)

  @Test func aQueryReturnsAMixture() {
    #expect(
      medications.map(\.resourceType) == [
        .medicationOrder, .medicationStatement, .medicationDispense, .medicationRequest,
      ])
    #expect(medications.records(withFHIRResourceType: .medicationStatement).map(\.name) == ["Loratadine"])
    #expect(medications.records(withFHIRResourceType: .observation).isEmpty)
  }

  @Test func commonFactsOfTheTypesAreAvailable() {
    #expect(medications.map(\.name) == ["Albuterol", "Loratadine", nil, "Aspirin"])
    #expect(medications.map(\.status) == ["active", "completed", nil, nil])
    #expect(medications.map { $0.patient?.reference } == ["Patient/1", nil, nil, "Patient/2"])
    #expect(medications.map { $0.patient?.display } == [nil, "Ann", nil, nil])
    #expect(medications.map(\.date) == ["2015-01", "2015-02-03", "2015-05-02", "2020"])
    #expect(medications.map(\.dosageTexts) == [["one puff", "or two"], ["daily"], [], []])
    #expect(
      medications.map { $0.dates.map(\.element) } == [
        ["dateWritten", "dateEnded"], ["dateAsserted", "effectivePeriod.start", "effectivePeriod.end"],
        ["whenHandedOver", "whenPrepared"], ["authoredOn"],
      ])
  }

  @Test func theMedicationIsAConceptOrAReference() throws {
    guard case .reference(let reference) = medications[0].medication else {
      Issue.record("expected a reference, found \(String(describing: medications[0].medication))")
      return
    }
    #expect(reference.reference == "#m")
    guard case .concept(let concept) = medications[1].medication else {
      Issue.record("expected a concept, found \(String(describing: medications[1].medication))")
      return
    }
    #expect(concept.text == nil)
    #expect(concept.codings.map(\.code) == ["311372"])
    #expect(concept.codings.map(\.system) == ["http://www.nlm.nih.gov/research/umls/rxnorm/"])
    #expect(medications[2].medication == nil)
  }

  @Test func nothingElseIsAMedicationRecord() {
    for record in ClinicalRecordReader().read(Array(Self.resources.utf8)).records.dropFirst(4) {
      #expect(MedicationRecord(record) == nil, "\(record.resourceTypeName)")
    }
  }
}
