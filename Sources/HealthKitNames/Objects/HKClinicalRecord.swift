#if !canImport(HealthKit)
  import ClinicalRecords
  import FHIRSchema
  public import Foundation
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
    /// The FHIR version of the record's origin, else of the release that the record shows, else `0.0.0`, of none.
    public let fhirVersion: HKFHIRVersion

    init(_ record: ClinicalRecord, _ key: RecordKey) {
      resourceType = HKFHIRResourceType(rawValue: key.resourceType.rawValue)
      (identifier, data) = (key.identifier, Data(record.json))
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
      (majorVersion, minorVersion, patchVersion) = (version?.major ?? 0, version?.minor ?? 0, version?.patch ?? 0)
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

  /// What a SMART Health Card says. As in HealthKit, only the store creates them, and the app verifies the signature.
  public final class HKVerifiableClinicalRecord: HKSample, @unchecked Sendable {
    private let record: VerifiableRecord
    /// The person whom the record is about.
    public let subject: HKVerifiableClinicalRecordSubject

    init(_ sample: Sample, _ record: VerifiableRecord, source: HKSource) {
      (self.record, subject) = (record, HKVerifiableClinicalRecordSubject(record))
      super.init(sample, type: HKSampleType(sample.type), source: source)
    }

    /// The types of the record, as the card has them.
    public var recordTypes: [String] { record.recordTypes }
    /// The address of the issuer.
    public var issuerIdentifier: String { record.issuerIdentifier }
    /// When the record was issued.
    public var issuedDate: Date { record.issuedDate }
    /// The latest date of what the record is about, such as that of a vaccination.
    public var relevantDate: Date { record.relevantDate }
    /// Until when the record is valid; `nil` if the card does not state it.
    public var expirationDate: Date? { record.expirationDate }
    /// A name for each item of the record.
    public var itemNames: [String] { record.itemNames }
    /// The form of the record: always that of health cards.
    public var sourceType: HKVerifiableClinicalRecordSourceType? { .smartHealthCard }
    /// The record as it was signed: for a health card, its JSON Web Signature.
    public var dataRepresentation: Data { Data(record.signedText) }
    /// The older name of ``dataRepresentation``.
    public var jwsRepresentation: Data { dataRepresentation }
  }

  /// The person whom a verifiable clinical record is about.
  public final class HKVerifiableClinicalRecordSubject: NSObject, Sendable {
    /// The name.
    public let fullName: String
    /// The date of birth, with the precision of the record.
    public let dateOfBirthComponents: DateComponents?

    init(_ record: VerifiableRecord) {
      (fullName, dateOfBirthComponents) = (record.subjectName, record.subjectBirthDate)
    }
  }

  /// Asks the user for verifiable clinical records, once: each execution shows its sheet, and nothing stays authorized.
  ///
  /// Without the entitlement, the query fails with ``HKError/errorAuthorizationDenied``.
  public final class HKVerifiableClinicalRecordQuery: HKQuery, @unchecked Sendable {
    /// The types that a record must have, all of them.
    public let recordTypes: [String]
    /// The forms of the records.
    public let sourceTypes: [HKVerifiableClinicalRecordSourceType]
    private let handler:
      @Sendable (HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?) -> Void

    /// Makes a query for health cards.
    @preconcurrency public convenience init(
      recordTypes: [String], predicate: NSPredicate?,
      resultsHandler:
        @escaping @Sendable (HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?) -> Void
    ) {
      self.init(
        recordTypes: recordTypes, sourceTypes: [.smartHealthCard], predicate: predicate, resultsHandler: resultsHandler)
    }

    /// Makes a query for records of some forms.
    @preconcurrency public init(
      recordTypes: [String], sourceTypes: [HKVerifiableClinicalRecordSourceType], predicate: NSPredicate?,
      resultsHandler:
        @escaping @Sendable (HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?) -> Void
    ) {
      (self.recordTypes, self.sourceTypes, handler) = (recordTypes, sourceTypes, resultsHandler)
      super.init([HKQueryDescriptor(sampleType: HKSampleType(.verifiableRecord), predicate: predicate)])
    }

    override func run(on device: SimulatedDevice) async {
      await answer(on: device, { self.handler(self, $0, $1) }) {
        try await device.verifiableRecords(recordTypes, sourceTypes, SampleFilter(predicate))
      }
    }
  }

  /// Asks the user for verifiable clinical records, as ``HKVerifiableClinicalRecordQuery`` does.
  public struct HKVerifiableClinicalRecordQueryDescriptor: HKAsyncQuery {
    /// The types that a record must have, all of them.
    public var recordTypes: [HKVerifiableClinicalRecordCredentialType]
    /// The forms of the records.
    public var sourceTypes: [HKVerifiableClinicalRecordSourceType]
    /// The condition of the records.
    public var predicate: NSPredicate?

    /// Makes a query.
    public init(
      recordTypes: [HKVerifiableClinicalRecordCredentialType], sourceTypes: [HKVerifiableClinicalRecordSourceType],
      predicate: NSPredicate? = nil
    ) {
      (self.recordTypes, self.sourceTypes, self.predicate) = (recordTypes, sourceTypes, predicate)
    }

    /// Runs the query.
    public func result(for healthStore: HKHealthStore) async throws -> [HKVerifiableClinicalRecord] {
      try await healthStore.device.verifiableRecords(recordTypes.map(\.rawValue), sourceTypes, SampleFilter(predicate))
    }
  }

  extension HKQuery {
    /// The verifiable clinical records whose relevant date is in an interval, which includes its end.
    public class func predicateForVerifiableClinicalRecords(
      withRelevantDateWithin dateInterval: DateInterval
    ) -> NSPredicate {
      NSPredicate { object, _ in
        (object as? HKVerifiableClinicalRecord).map { dateInterval.contains($0.relevantDate) } ?? false
      }
    }
  }

  extension SimulatedDevice {
    func verifiableRecords(
      _ recordTypes: [String], _ sourceTypes: [HKVerifiableClinicalRecordSourceType], _ filter: SampleFilter
    ) async throws -> [HKVerifiableClinicalRecord] {
      let found = try await raising {
        try await store.verifiableRecords(ofTypes: recordTypes) { sample in
          sourceTypes.contains(.smartHealthCard) && self.object(sample).map(filter.matches) ?? false
        }
      }
      return found.compactMap { object($0) as? HKVerifiableClinicalRecord }
    }
  }
#endif
