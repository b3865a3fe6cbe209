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
      super.init(
        .sample(sample), type: HKSampleType(sample.type), uuid: sample.uuid, start: sample.startDate,
        end: sample.endDate, source: source)
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
#endif
