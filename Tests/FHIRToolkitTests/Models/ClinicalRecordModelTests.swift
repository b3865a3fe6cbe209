import FHIRToolkit
import ClinicalRecords
import FHIRDSTU2
import FHIRR4
import FHIRSchema
import Foundation
import FHIRTestSupport
import Testing

/// A clinical record and its model, decoded on demand.
@Suite struct ClinicalRecordModelTests {
  private func record(_ json: String, version: FHIRVersion? = nil) throws -> ClinicalRecord {
    try #require(ClinicalRecord(json: Array(json.utf8), origin: RecordOrigin(fhirVersion: version)))
  }

  /// The stated version of a record, with the samples of that release.
  static let releases: [(FHIRVersion, folder: String)] = [(.primaryDSTU2, "dstu2"), (.primaryR4, "r4")]

  @Test(arguments: releases)
  func theModelHasTheContentOfTheRecord(version: FHIRVersion, folder: String) throws {
    let samples = PackageRoot.url.appending(path: "Samples/\(folder)/records")
    let files = PackageRoot.files(below: samples, ending: ".json")
    #expect(files.count == 14)
    for file in files {
      let bytes = try PackageRoot.bytes(samples.appending(path: file))
      let record = try #require(ClinicalRecord(json: bytes, origin: RecordOrigin(fhirVersion: version)))
      // The assumed release applies only to records without a version.
      let result = record.lenientModel(assuming: .unknown)
      #expect(result.value?.resourceTypeName == record.resourceTypeName)
      switch result.value {
      case .dstu2(let model):
        #expect(version == .primaryDSTU2 && FHIREncoder().encode(model) == encoded(DSTU2.self, bytes))
      case .r4(let model): #expect(version == .primaryR4 && FHIREncoder().encode(model) == encoded(R4.self, bytes))
      case nil: Issue.record("no model of \(file)")
      }
      if result.faults.isEmpty { #expect(try record.model(assuming: .unknown) == result.value) }
    }
  }

  private func encoded<Release: ModelRelease>(_ release: Release.Type, _ bytes: [UInt8]) -> [UInt8]? {
    FHIRDecoder().decodeLeniently(Release.AnyResource.self, from: bytes).value.map { FHIREncoder().encode($0) }
  }

  @Test func aRecordWithoutVersionHasTheAssumedRelease() throws {
    let record = try record(#"{"resourceType": "Patient", "id": "p"}"#)
    #expect(try record.model(assuming: .dstu2) == .dstu2(.patient(FHIRDSTU2.Patient { $0.id = "p" })))
    #expect(try record.model(assuming: .r4) == .r4(.patient(FHIRR4.Patient { $0.id = "p" })))
    #expect(throws: FHIRFault.self) { try record.model(assuming: .unknown) }
    #expect(record.lenientModel(assuming: .unknown).faults.map(\.code) == [.otherRelease])
  }

  @Test func aModelTypeCanBeRequested() throws {
    let record = try record(#"{"resourceType": "Observation", "status": "final", "code": {"text": "Pulse"}}"#)
    #expect(try record.model(FHIRDSTU2.Observation.self).code?.text?.value == "Pulse")
    #expect(throws: FHIRFault.self) { try record.model(FHIRR4.Condition.self) }
    #expect(record.lenientModel(FHIRR4.Condition.self).faults.map(\.code) == [.unexpectedResourceType])
  }

  @Test func aFaultyRecordIsDecodedLeniently() throws {
    let record = try record(#"{"resourceType": "Condition", "code": {"text": "Asthma"}, "onsetDateTime": "soon"}"#)
    #expect(throws: FHIRFault.self) { try record.model(FHIRR4.Condition.self) }
    let result = record.lenientModel(FHIRR4.Condition.self)
    #expect(result.value?.code?.text?.value == "Asthma")
    #expect(result.faults.contains { $0.code == .invalidDateTime && $0.path == "Condition.onsetDateTime" })
  }

  /// The requested type determines the release; a record of another release is refused and its release never guessed.
  @Test(arguments: [FHIRVersion.primaryDSTU2, .primaryR4, FHIRVersion("3.0.1"), FHIRVersion("5.0.0")])
  func aRecordOfAnotherReleaseIsRefused(version: FHIRVersion?) throws {
    let record = try record(#"{"resourceType": "Patient", "id": "p"}"#, version: version)
    let old = record.lenientModel(FHIRDSTU2.Patient.self)
    let new = record.lenientModel(FHIRR4.Patient.self)
    #expect((old.value != nil) == (version == .primaryDSTU2) && (new.value != nil) == (version == .primaryR4))
    #expect(old.faults.map(\.code) == (version == .primaryDSTU2 ? [] : [.otherRelease]))
    #expect(new.faults.map(\.code) == (version == .primaryR4 ? [] : [.otherRelease]))
    if let fault = old.faults.first {
      #expect(throws: fault) { try record.model(FHIRDSTU2.Patient.self) }
      #expect(throws: fault) { try record.model(FHIRDSTU2.AnyResource.self) }
    }
    let isModelled = version == .primaryDSTU2 || version == .primaryR4
    #expect((record.lenientModel(assuming: .r4).value != nil) == isModelled)
    #expect((try? record.model(assuming: .r4)) == record.lenientModel(assuming: .r4).value)
  }

  @Test func aDecoderWithOtherLimitsCanBeGiven() throws {
    var decoder = FHIRDecoder()
    decoder.maximumBytes = 10
    let record = try record(#"{"resourceType": "Patient", "id": "p"}"#)
    #expect(record.lenientModel(assuming: .r4, decoder: decoder).faults.map(\.code) == [.recordTooLarge])
  }
}
