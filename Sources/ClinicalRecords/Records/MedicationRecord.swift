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
  /// A concept: its text for people, and its codes.
  public typealias Concept = RecordFacts.Concept
  /// A code with its system.
  public typealias Coding = RecordFacts.Coding
  /// A reference to another resource.
  public typealias Reference = RecordFacts.Reference

  /// The medication.
  public enum Medication: Hashable, Sendable {
    /// A concept names it.
    case concept(Concept)
    /// A reference names it.
    case reference(Reference)
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
  public let patient: Reference?
  /// All dates of the record itself, beginning with the date of the order, statement or dispense.
  public let dates: [DatedElement]
  /// The texts of the dosage instructions, in their order.
  public let dosageTexts: [String]

  /// Makes a medication record; `nil` if the record is of another clinical type.
  public init?(_ record: ClinicalRecord) {
    guard record.clinicalType == .medicationRecord, let type = record.resourceType else { return nil }
    let reading = record.json.withUnsafeBytes { bytes in
      TapedJSON.withTape(of: bytes) { tape in
        let reading = MedicationReading(.root, on: tape)
        return (reading.medication, reading.name, reading.status, reading.patient, reading.dates, reading.dosageTexts)
      }
    }
    guard let reading else { return nil }
    self.record = record
    resourceType = type
    (medication, name, status, patient, dates, dosageTexts) = reading
  }

  /// When the order was written, the statement made, or the medication handed over (else prepared), as written.
  public var date: String? { dates.first?.text }
}

extension Sequence<MedicationRecord> {
  /// The medications of one FHIR type, as HealthKit's predicate selects them from a mixture.
  public func records(withFHIRResourceType type: FHIRResourceType) -> [MedicationRecord] {
    filter { $0.resourceType == type }
  }
}

/// The elements that medication orders, requests, statements and dispenses have in common, under their different names.
struct MedicationReading {
  private let tape: Tape
  private let reader: FactReader
  private let resource: TapeIndex

  init(_ resource: TapeIndex, on tape: Tape) {
    self.tape = tape
    reader = FactReader(tape)
    self.resource = resource
  }

  var medication: MedicationRecord.Medication? {
    if let concept = reader.concept(tape.value(of: "medicationCodeableConcept", in: resource)) {
      return .concept(concept)
    }
    return reader.reference(tape.value(of: "medicationReference", in: resource)).map { .reference($0) }
  }

  /// The name of the concept, of the contained Medication, or the reference's display.
  var name: String? {
    if let name = DisplayName.ofConcept(tape.value(of: "medicationCodeableConcept", in: resource), on: tape) {
      return name
    }
    return reader.medication(tape.value(of: "medicationReference", in: resource), of: resource)?.name
  }

  var status: String? { reader.text(of: "status", in: resource) }

  var patient: MedicationRecord.Reference? {
    reader.first(["patient", "subject"], of: resource, reader.reference)
  }

  var dates: [MedicationRecord.DatedElement] {
    var dates: [MedicationRecord.DatedElement] = []
    for name: StaticString in [
      "dateWritten", "authoredOn", "dateAsserted", "whenHandedOver", "whenPrepared", "effectiveDateTime", "dateEnded",
    ] {
      append(name, in: resource, as: name.description, to: &dates)
    }
    let period = tape.value(of: "effectivePeriod", in: resource)
    append("start", in: period, as: "effectivePeriod.start", to: &dates)
    append("end", in: period, as: "effectivePeriod.end", to: &dates)
    return dates
  }

  var dosageTexts: [String] {
    var texts: [String] = []
    for name: StaticString in ["dosageInstruction", "dosage"] {
      reader.forEachValue(of: name, in: resource) { dosage in
        if let text = reader.text(of: "text", in: dosage) { texts.append(text) }
      }
    }
    return texts
  }

  private func append(
    _ name: StaticString, in object: TapeIndex, as element: String, to dates: inout [MedicationRecord.DatedElement]
  ) {
    guard let text = reader.text(of: name, in: object) else { return }
    dates.append(MedicationRecord.DatedElement(element: element, text: text))
  }
}
