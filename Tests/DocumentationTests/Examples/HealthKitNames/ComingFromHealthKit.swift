import ClinicalRecords
import FHIRFindings
import FHIRValidation
import HealthKitNames
import HealthRecordStore

enum FromHealthKit {
  static func facts(_ records: [HKClinicalRecord]) -> [String] {
    // begin
    let results = records.compactMap { ClinicalRecord($0)?.facts }
    let lines = results.map { "\($0.code?.name ?? ""): \($0.measurement?.quantity?.number?.text ?? "")" }
    // end
    return lines
  }

  static func faults(_ record: HKClinicalRecord) -> [String] {
    // begin
    let json = Array(record.fhirResource?.data ?? Data())
    let faults = Validator().validate(json).findings.map(\.message)
    // end
    return faults
  }

  static func shared(_ records: any ClinicalRecordStore) async throws -> [ClinicalRecord] {
    // begin
    try await records.requestAuthorization(toRead: [.allergyRecord])
    let allergies = try await records.clinicalRecords(
      ofType: .allergyRecord, matching: .clinicalRecords(withFHIRResourceType: .allergyIntolerance))
    // end
    return allergies
  }

  static func ofHealthKit() -> any ClinicalRecordStore {
    // begin
    let records: any ClinicalRecordStore = HealthKitRecordStore(HKHealthStore())
    // end
    return records
  }
}

#if !canImport(HealthKit)
  import Testing

  @Test func factsAndFaultsOfHealthKitsRecords() async throws {
    let device = SimulatedDevice()
    let laboratory = #"{"system": "http://hl7.org/fhir/observation-category", "code": "laboratory"}"#
    let hemoglobin =
      #"{"resourceType": "Observation", "id": "1", "category": {"coding": [\#(laboratory)]}, "#
      + #""code": {"text": "Hemoglobin"}, "valueQuantity": {"value": 13.20, "unit": "g/dL"}}"#
    await device.store.load(Array(hemoglobin.utf8), origin: RecordOrigin(source: "City", fhirVersion: .primaryDSTU2))
    try await device.run {
      let store = HKHealthStore()
      let type = HKClinicalType(.labResultRecord)
      try await store.requestAuthorization(toShare: [], read: [type])
      let records = try await HKSampleQueryDescriptor(
        predicates: [.clinicalRecord(type: type)], sortDescriptors: []
      ).result(for: store)
      #expect(FromHealthKit.facts(records) == ["Hemoglobin: 13.20"])
      let record = try #require(records.first)
      #expect(FromHealthKit.faults(record).contains { $0.contains("status") })
      #expect(try await FromHealthKit.shared(FromHealthKit.ofHealthKit()).isEmpty)
    }
  }
#endif
