#if !canImport(HealthKit)
  public import Foundation
  import ClinicalRecords
  import FHIRSchema
  import HealthRecordStore

  /// A clinical record. As in HealthKit, only the store creates them.
  public final class HKClinicalRecord: HKSample, @unchecked Sendable {
    /// The type of the record.
    public let clinicalType: HKClinicalType
    /// A name to show.
    public let displayName: String
    /// The resource of the record.
    public let fhirResource: HKFHIRResource?

    init(_ record: ClinicalRecord, _ key: RecordKey, type: ClinicalTypeIdentifier, uuid: UUID, source: HKSource) {
      clinicalType = HKClinicalType(.clinicalType(type))
      displayName = record.displayName
      fhirResource = HKFHIRResource(record, key)
      // HealthKit's records always have a date; an unknown date becomes the earliest one.
      let received = record.receivedDate?.date ?? .distantPast
      super.init(record, type: clinicalType, uuid: uuid, received: received, source: source)
    }
  }

  /// The resource of a clinical record.
  public final class HKFHIRResource: NSObject, Sendable {
    /// The type of the resource.
    public let resourceType: HKFHIRResourceType
    /// The `id` of the resource.
    public let identifier: String
    /// The JSON, byte for byte.
    public let data: Data
    /// The URL of the resource on the institution's server.
    public let sourceURL: URL?
    /// The FHIR version of the record's origin, else that of the release that the record shows; without either,
    /// `0.0.0`, whose release is unknown.
    public let fhirVersion: HKFHIRVersion

    init(_ record: ClinicalRecord, _ key: RecordKey) {
      resourceType = HKFHIRResourceType(rawValue: key.resourceType.rawValue)
      identifier = key.identifier
      data = Data(record.json)
      sourceURL = record.sourceURL.flatMap { URL(string: $0) }
      fhirVersion = HKFHIRVersion(record.fhirVersion)
    }
  }

  /// A version of FHIR; a release has many versions.
  public final class HKFHIRVersion: NSObject, Sendable {
    /// The first number.
    public let majorVersion: Int
    /// The second number.
    public let minorVersion: Int
    /// The third number.
    public let patchVersion: Int
    /// The release that the version belongs to.
    public let fhirRelease: HKFHIRRelease

    init(_ version: FHIRVersion?) {
      majorVersion = version?.major ?? 0
      minorVersion = version?.minor ?? 0
      patchVersion = version?.patch ?? 0
      // HealthKit knows two; the library knows more.
      let release = HKFHIRRelease(rawValue: version?.release.rawValue ?? HKFHIRRelease.unknown.rawValue)
      fhirRelease = [.dstu2, .r4].contains(release) ? release : .unknown
    }

    /// Reads `<major>.<minor>.<patch>`.
    ///
    /// - Throws: ``HKError/errorInvalidArgument`` for anything else.
    public convenience init(fromVersionString versionString: String) throws {
      guard let version = FHIRVersion(versionString) else { throw HKError(.errorInvalidArgument) }
      self.init(version)
    }

    /// The version that stands for DSTU2.
    public class func primaryDSTU2() -> HKFHIRVersion { HKFHIRVersion(.primaryDSTU2) }
    /// The version that stands for R4.
    public class func primaryR4() -> HKFHIRVersion { HKFHIRVersion(.primaryR4) }

    /// The three numbers, divided by full stops.
    public var stringRepresentation: String { "\(majorVersion).\(minorVersion).\(patchVersion)" }

    public override var hash: Int { stringRepresentation.hashValue }
    public override func isEqual(_ object: Any?) -> Bool {
      (object as? HKFHIRVersion)?.stringRepresentation == stringRepresentation
    }
  }
#endif
