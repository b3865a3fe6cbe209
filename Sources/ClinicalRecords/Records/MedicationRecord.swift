/// A record of HealthKit's medication type: one view over orders, requests, statements and dispenses.
///
/// A HealthKit query for medications returns all of them together. What they share is at hand here;
/// ``resourceType`` tells them apart, and ``record`` has all the rest.
///
/// ```swift
/// let medications = reading.records.compactMap(MedicationRecord.init)
/// for order in medications.records(withFHIRResourceType: .medicationOrder) {
///   print(order.name ?? "unnamed", order.status ?? "")
/// }
/// ```
public struct MedicationRecord: Hashable, Sendable {
  /// A concept: what people call it, and its codes.
  public typealias Concept = RecordFacts.Concept
  /// A code with its system.
  public typealias Coding = RecordFacts.Coding
  /// A reference to another resource.
  public typealias Reference = RecordFacts.Reference

  /// Which medication it is.
  public enum Medication: Hashable, Sendable {
    /// It is named by a concept.
    case concept(Concept)
    /// It is another resource.
    case reference(Reference)
  }

  /// A date with its element.
  public struct DatedElement: Hashable, Sendable {
    /// The element, such as `dateWritten` or `effectivePeriod.start`.
    public let element: String
    /// The date as written, at its own precision.
    public let text: String
  }

  /// The record.
  public let record: ClinicalRecord
  /// The FHIR type.
  public let resourceType: FHIRResourceType
  /// Which medication it is, `nil` when the record does not say.
  public let medication: Medication?
  /// What people call the medication; found in a contained Medication too.
  public let name: String?
  /// The status as written; its codes differ between the types.
  public let status: String?
  /// Whose medication it is: `patient` in DSTU2, `subject` in R4.
  public let patient: Reference?
  /// All dates of the record itself, the one of the record's own making first.
  public let dates: [DatedElement]
  /// The texts of the dosage instructions, in their order.
  public let dosageTexts: [String]

  /// Makes a medication record, `nil` when the record is of another clinical type.
  public init?(_ record: ClinicalRecord) {
    guard record.clinicalType == .medicationRecord, let type = record.resourceType else { return nil }
    let reading = record.json.withUnsafeBytes { bytes in
      TapedJSON.withTape(of: bytes) { tape in
        let reading = MedicationReading(0, on: tape)
        return (reading.medication, reading.name, reading.status, reading.patient, reading.dates, reading.dosageTexts)
      }
    }
    guard let reading else { return nil }
    self.record = record
    resourceType = type
    (medication, name, status, patient, dates, dosageTexts) = reading
  }

  /// When the order was written, the statement made, or the medication handed out (else prepared); as written.
  public var date: String? { dates.first?.text }
}

extension Sequence<MedicationRecord> {
  /// The medications of one FHIR type, as HealthKit's predicate selects them out of a mixture.
  public func records(withFHIRResourceType type: FHIRResourceType) -> [MedicationRecord] {
    filter { $0.resourceType == type }
  }
}
