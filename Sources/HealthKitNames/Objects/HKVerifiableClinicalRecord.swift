#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// What a SMART Health Card says. As in HealthKit, only the store creates them, and the app verifies the signature.
  public final class HKVerifiableClinicalRecord: HKSample, @unchecked Sendable {
    private let record: VerifiableRecord
    /// The person whom the record is about.
    public let subject: HKVerifiableClinicalRecordSubject

    init(_ sample: Sample, _ record: VerifiableRecord, source: HKSource) {
      self.record = record
      subject = HKVerifiableClinicalRecordSubject(record)
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
      fullName = record.subjectName
      dateOfBirthComponents = record.subjectBirthDate
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
      self.recordTypes = recordTypes
      self.sourceTypes = sourceTypes
      handler = resultsHandler
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
      self.recordTypes = recordTypes
      self.sourceTypes = sourceTypes
      self.predicate = predicate
    }

    /// Runs the query.
    public func result(for healthStore: HKHealthStore) async throws -> [HKVerifiableClinicalRecord] {
      try await healthStore.device.verifiableRecords(
        recordTypes.map(\.rawValue), sourceTypes, SampleFilter(predicate))
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
