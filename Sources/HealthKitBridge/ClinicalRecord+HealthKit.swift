public import HealthKitNames
public import ClinicalRecords
import Foundation

extension ClinicalRecord {
  /// Makes a record from HealthKit's; `nil` if it has no FHIR resource or one that is not JSON.
  ///
  /// The source is the institution's name, as in an export of Apple's Health app. ``ClinicalRecord/classification`` is
  /// computed by this library; HealthKit's type of the record is the type that was queried.
  public init?(_ record: HKClinicalRecord) {
    guard let resource = record.fhirResource else { return nil }
    self.init(
      json: Array(resource.data),
      origin: RecordOrigin(
        source: record.sourceRevision.source.name, sourceURL: resource.sourceURL?.absoluteString,
        fhirVersion: FHIRVersion(resource.fhirVersion),
        receivedDate: ReceivedDate(Date.ISO8601FormatStyle().format(record.startDate))))
  }
}
