import ClinicalRecords
import Foundation
import HealthKitBridge
import HealthRecordStore
import Testing

#if HEALTHKIT_STAND_IN
  import HealthKitStandIn

  @Suite("Conversions between HealthKit's values and ours")
  struct ConversionTests {
    @Test func aRecordKeepsEverything() throws {
      let record = try #require(
        ClinicalRecord(try BridgeFixture.record("AllergyIntolerance", "2", source: BridgeFixture.county)))
      #expect(
        String(decoding: record.json, as: UTF8.self) == "{\"resourceType\": \"AllergyIntolerance\", \"id\": \"2\"}")
      #expect(record.clinicalType == .allergyRecord)
      #expect(
        record.key
          == RecordKey(source: "County Hospital", resourceType: .allergyIntolerance, identifier: "2"))
      #expect(record.sourceURL == "https://fhir.example.org/AllergyIntolerance/2")
      #expect(record.fhirVersion == .primaryDSTU2)
      #expect(record.receivedDate?.secondsSince1970 == 1_546_300_800)
    }

    @Test func aRecordWithoutAResourceIsNone() throws {
      let type = try #require(
        HKObjectType.clinicalType(
          forIdentifier: HKClinicalTypeIdentifier(rawValue: ClinicalTypeIdentifier.allergyRecord.rawValue)))
      let record = HKClinicalRecord(
        clinicalType: type, displayName: "", fhirResource: nil, date: .now, source: BridgeFixture.city)
      #expect(ClinicalRecord(record) == nil)
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
