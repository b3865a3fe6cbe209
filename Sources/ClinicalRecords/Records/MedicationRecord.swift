import FHIRTape

/// A record of HealthKit's medication type: one view of orders, requests, statements and dispenses.
///
/// A HealthKit query for medications returns all of them together. This type has their common facts; ``resourceType``
/// distinguishes them, and ``record`` has everything else.
///
/// ```swift
/// let medications = reading.records.compactMap(MedicationRecord.init)
/// for order in medications.records(withFHIRResourceType: .medicationOrder) {
///   print(order.name ?? "unnamed", order.status ?? "")
/// }
/// ```
public struct MedicationRecord: Hashable, Sendable {
  /// The medication.
  public enum Medication: Hashable, Sendable {
    /// A concept names it.
    case concept(RecordFacts.Concept)
    /// A reference names it.
    case reference(RecordFacts.Reference)
  }

  /// A date and the element that it comes from.
  public struct DatedElement: Hashable, Sendable {
    /// The element, such as `dateWritten` or `effectivePeriod.start`.
    public let element: String
    /// The date as written, with the precision of the record.
    public let text: String
  }

  /// The record.
  public let record: ClinicalRecord
  /// The FHIR type.
  public let resourceType: FHIRResourceType
  /// The medication; `nil` if the record does not name one.
  public let medication: Medication?
  /// The name of the medication to show; also taken from a contained Medication.
  public let name: String?
  /// The status as written; its codes differ between the types.
  public let status: String?
  /// The patient: `patient` in DSTU2, `subject` in R4.
  public let patient: RecordFacts.Reference?
  /// All dates of the record itself, beginning with the date of the order, statement or dispense.
  public let dates: [DatedElement]
  /// The texts of the dosage instructions, in their order.
  public let dosageTexts: [String]

  /// Makes a medication record; `nil` if the record is of another clinical type.
  public init?(_ record: ClinicalRecord) {
    guard record.clinicalType == .medicationRecord, let type = record.resourceType,
      let medication = try? TapedJSON.read(record.json, { MedicationRecord(record, type, $0) })
    else { return nil }
    self = medication
  }

  private init(_ record: ClinicalRecord, _ type: FHIRResourceType, _ tape: Tape) {
    let reader = FactReader(tape)
    (self.record, resourceType) = (record, type)
    medication =
      reader.concept(tape.value(of: "medicationCodeableConcept", in: .root)).map { .concept($0) }
      ?? reader.reference(tape.value(of: "medicationReference", in: .root)).map { .reference($0) }
    name = reader.displayName(of: .root, type)
    status = tape.text("status", of: .root)
    patient = reader.first(["patient", "subject"], of: .root, reader.reference)
    dates = MedicationRecord.dated.flatMap { place in
      reader.all([place], of: .root, reader.text).map { DatedElement(element: place.description, text: $0) }
    }
    dosageTexts = reader.all([.init("dosageInstruction", "text"), .init("dosage", "text")], of: .root, reader.text)
  }

  private static let dated: [FactPlaces.Place] = [
    "dateWritten", "authoredOn", "dateAsserted", "whenHandedOver", "whenPrepared", "effectiveDateTime", "dateEnded",
    .init("effectivePeriod", "start"), .init("effectivePeriod", "end"),
  ]

  /// When the order was written, the statement made, or the medication handed over (else prepared), as written.
  public var date: String? { dates.first?.text }
}

extension Sequence<MedicationRecord> {
  /// The medications of one FHIR type, as HealthKit's predicate selects them from a mixture.
  public func records(withFHIRResourceType type: FHIRResourceType) -> [MedicationRecord] {
    filter { $0.resourceType == type }
  }
}
