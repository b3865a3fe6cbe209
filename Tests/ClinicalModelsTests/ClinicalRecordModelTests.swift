import ClinicalModels
import ClinicalRecords
import FHIRDSTU2
import Foundation
import FHIRTestSupport
import Testing

/// A clinical record and its model, decoded on demand.
@Suite struct ClinicalRecordModelTests {
  private func record(_ json: String, version: FHIRVersion? = nil) throws -> ClinicalRecord {
    try #require(ClinicalRecord(json: Array(json.utf8), origin: RecordOrigin(fhirVersion: version)))
  }

  @Test func theModelIsTheRecord() throws {
    let samples = PackageRoot.url.appending(path: "Samples/dstu2/records")
    let files = PackageRoot.files(below: samples, ending: ".json")
    #expect(files.count == 14)
    for file in files {
      let bytes = try PackageRoot.bytes(samples.appending(path: file))
      let record = try #require(ClinicalRecord(json: bytes, origin: RecordOrigin(fhirVersion: .primaryDSTU2)))
      let result = record.lenientModel()
      #expect(result.value == FHIRDecoder().decodeAnyLeniently(from: bytes).value)
      #expect(result.value?.resourceType == record.resourceTypeName)
      if result.faults.isEmpty { #expect(try record.model() == result.value) }
    }
  }

  @Test func aTypeCanBeAskedFor() throws {
    let record = try record(#"{"resourceType": "Observation", "status": "final", "code": {"text": "Pulse"}}"#)
    #expect(try record.model(Observation.self).code?.text?.value == "Pulse")
    #expect(throws: FHIRFault.self) { try record.model(Condition.self) }
    #expect(record.lenientModel(Condition.self).faults.map(\.code) == [.unexpectedResourceType])
  }

  @Test func aFaultyRecordIsThereLeniently() throws {
    let record = try record(#"{"resourceType": "Condition", "code": {"text": "Asthma"}, "onsetDateTime": "soon"}"#)
    #expect(throws: FHIRFault.self) { try record.model(Condition.self) }
    let result = record.lenientModel(Condition.self)
    #expect(result.value?.code?.text?.value == "Asthma")
    #expect(result.faults.contains { $0.code == .invalidDateTime && $0.path == "Condition.onsetDateTime" })
  }

  @Test(arguments: [FHIRVersion.primaryR4, FHIRVersion("3.0.1")])
  func aRecordOfAnotherReleaseIsRefused(version: FHIRVersion?) throws {
    let record = try record(#"{"resourceType": "Patient", "id": "p"}"#, version: version)
    let result = record.lenientModel(Patient.self)
    #expect(result.value == nil && record.lenientModel().value == nil)
    #expect(result.faults.map(\.code) == [.otherRelease])
    #expect(throws: result.faults[0]) { try record.model(Patient.self) }
    #expect(throws: result.faults[0]) { try record.model() }
  }

  @Test func aDecoderWithOtherLimitsCanBeGiven() throws {
    var decoder = FHIRDecoder()
    decoder.maximumBytes = 10
    let record = try record(#"{"resourceType": "Patient", "id": "p"}"#)
    #expect(record.lenientModel(decoder: decoder).faults.map(\.code) == [.recordTooLarge])
  }
}
