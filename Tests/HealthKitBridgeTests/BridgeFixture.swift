import ClinicalRecords
import Foundation
import HealthKitBridge
import Testing

#if HEALTHKIT_STAND_IN
  import HealthKitStandIn

  /// Records in the stand-in's store.
  enum BridgeFixture {
    static let city = HKSource(name: "City Clinic", bundleIdentifier: "com.apple.public.health.clinical.1")
    static let county = HKSource(name: "County Hospital", bundleIdentifier: "com.apple.public.health.clinical.2")

    static func record(
      _ type: String, _ id: String, clinicalType: ClinicalTypeIdentifier = .allergyRecord, source: HKSource = city,
      day: Double = 0, version: String = "1.0.2"
    ) throws -> HKClinicalRecord {
      HKClinicalRecord(
        clinicalType: try #require(
          HKObjectType.clinicalType(forIdentifier: HKClinicalTypeIdentifier(rawValue: clinicalType.rawValue))),
        displayName: id,
        fhirResource: HKFHIRResource(
          resourceType: HKFHIRResourceType(rawValue: type), identifier: id,
          data: Data("{\"resourceType\": \"\(type)\", \"id\": \"\(id)\"}".utf8),
          sourceURL: URL(string: "https://fhir.example.org/\(type)/\(id)"),
          fhirVersion: try HKFHIRVersion(fromVersionString: version)),
        date: Date(timeIntervalSince1970: 1_546_300_800 + day * 86400), source: source)
    }
  }
#endif
