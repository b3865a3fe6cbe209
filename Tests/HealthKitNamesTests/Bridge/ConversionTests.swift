import ClinicalRecords
import Foundation
import HealthKitNames
import HealthRecordStore
import Testing

#if !canImport(HealthKit)
  @Suite("Conversions between HealthKit's values and ours")
  struct ConversionTests {
    @Test func aRecordKeepsEverything() async throws {
      let original = try #require(BridgeFixture.record("AllergyIntolerance", "2", source: "County Hospital"))
      let (store, _) = await BridgeFixture.healthKit([original])
      let type = HKClinicalType(.allergyRecord)
      try await store.requestAuthorization(toShare: [], read: [type])
      let found = try await HKSampleQueryDescriptor(predicates: [.clinicalRecord(type: type)], sortDescriptors: [])
        .result(for: store)
      let record = try #require(found.first.flatMap { ClinicalRecord($0) })
      #expect(record.json == original.json)
      #expect(record.clinicalType == .allergyRecord)
      #expect(record.key == original.key)
      #expect(record.sourceURL == original.sourceURL)
      #expect(record.fhirVersion == .primaryDSTU2)
      #expect(record.receivedDate?.secondsSince1970 == 1_546_300_800)
    }

    @Test func objectTypesBothWays() throws {
      var types = ClinicalTypeIdentifier.allCases.map(ObjectType.clinicalType)
      types += [.workoutType(), .visionPrescriptionType(), .quantityType(.heartRate), .categoryType(.sleepAnalysis)]
      for type in types {
        let other = try #require(type.healthKitType)
        #expect(other.identifier == type.identifier)
        #expect(ObjectType(other) == type)
      }
      #expect(ObjectType(HKObjectType.activitySummaryType()) == nil)
      #expect(ObjectType.quantityType(.init(rawValue: "other")).healthKitType == nil)
    }

    @Test func resourceTypesBothWays() {
      for type in FHIRResourceType.allCases { #expect(FHIRResourceType(type.healthKitType) == type) }
      #expect(FHIRResourceType(HKFHIRResourceType(rawValue: "Patient")) == nil)
    }

    @Test func versionsBothWays() throws {
      for version in [FHIRVersion.primaryDSTU2, .primaryR4] {
        #expect(FHIRVersion(try #require(version.healthKitVersion)) == version)
      }
    }

    @Test func errorsBothWays() throws {
      for code in HealthError.Code.allCases {
        let error = try #require(HealthError(code).healthKitError)
        #expect(error.code.rawValue == code.rawValue)
        #expect(HealthError(error).code == code)
      }
      #expect(HealthError(CocoaError(.fileNoSuchFile)).code == .unknownError)
      #expect(HealthError(HealthError(.errorNoData)) == HealthError(.errorNoData))
    }

    @Test func requestStatuses() {
      #expect(AuthorizationRequestStatus(HKAuthorizationRequestStatus.unknown) == .unknown)
      #expect(AuthorizationRequestStatus(HKAuthorizationRequestStatus.shouldRequest) == .shouldRequest)
      #expect(AuthorizationRequestStatus(HKAuthorizationRequestStatus.unnecessary) == .unnecessary)
    }
  }
#endif
