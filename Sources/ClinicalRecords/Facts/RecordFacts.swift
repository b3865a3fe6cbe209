package import FHIRTape

/// The plain facts of a clinical record, read in one way for DSTU2 and R4: what, when, how much, whose.
///
/// The elements of the two releases differ in name and form (`substance` and `code`, `patient` and `subject`, a status
/// that is a code or a concept, a category or a list of them). This reading has one place for each fact. Nothing is
/// inferred or converted: text, dates and digits are as written, and what the record does not say is `nil` or empty.
///
/// ```swift
/// for record in reading.records(ofType: .labResultRecord) {
///   guard let facts = record.facts, let quantity = facts.measurement?.quantity else { continue }
///   print(facts.code?.name ?? "", quantity.number?.text ?? "", quantity.unit ?? "", facts.start ?? "")
/// }
/// ```
///
/// Values are not validated here: `FHIRValidation` does
/// that. A value of the wrong JSON kind counts as absent.
public struct RecordFacts: Hashable, Sendable {
  /// The resource type.
  public let resourceType: FHIRResourceType
  /// What the record is about: the test, the condition, the substance, the medication, the procedure, the vaccine, the
  /// kind of report, document or insurance.
  public let code: Concept?
  /// The status as written. A status that is a code has one coding, without a system.
  public let status: Concept?
  /// How certain a condition or an allergy is, where the record states it apart from ``status``. DSTU2's
  /// AllergyIntolerance states both in its status.
  public let verificationStatus: Concept?
  /// The categories, in their order.
  public let categories: [Concept]
  /// Whether the record says that the thing was **not** done, given or taken: `wasNotGiven`, `notPerformed` and
  /// `wasNotTaken` in DSTU2, the statuses `not-done` and `not-taken` in R4.
  public let wasNotDone: Bool
  /// When it happened or began, as written, at its own precision.
  public let start: String?
  /// When it ended, as written.
  public let end: String?
  /// When it was recorded, written, asserted or released, as written.
  public let issued: String?
  /// The result of an Observation, `nil` for other types and where there is none.
  public let measurement: Measurement?
  /// The components of an Observation, such as the systolic and the diastolic pressure.
  public let components: [Component]
  /// Whom the record is about.
  public let subject: Reference?
  /// Who performed, asserted, prescribed, dispensed, wrote or insures, in their order.
  public let performers: [Reference]
  /// The encounters in which it happened.
  public let encounters: [Reference]

  /// Reads the JSON of one resource; `nil` when it is not a resource of a type that HealthKit has records of.
  public init?(json: [UInt8]) {
    let facts = json.withUnsafeBytes { bytes in
      TapedJSON.withTape(of: bytes) { RecordFacts($0, at: 0) }
    }
    guard let facts, let facts else { return nil }
    self = facts
  }

  /// Reads the resource at `index`; `nil` when HealthKit has no records of its type.
  package init?(_ tape: Tape, at index: Int) {
    guard let type = FHIRResourceType(tape, at: index) else { return nil }
    let places = FactPlaces.of(type)
    let reader = FactReader(tape)
    resourceType = type
    code = reader.first(places.code, of: index) { reader.about($0, of: index) }
    status = reader.first(places.status, of: index, reader.concept)
    verificationStatus = reader.first(places.verificationStatus, of: index, reader.concept)
    categories = reader.all(places.categories, of: index, reader.concept)
    wasNotDone = reader.isNotDone(places, index, status: status)
    start = reader.first(places.start, of: index, reader.text)
    end = reader.first(places.end, of: index, reader.text)
    issued = reader.first(places.issued, of: index, reader.text)
    measurement = type == .observation ? reader.measurement(of: index) : nil
    components = type == .observation ? reader.components(of: index) : []
    subject = reader.first(places.subject, of: index, reader.reference)
    performers = reader.all(places.performers, of: index, reader.reference)
    encounters = reader.all(places.encounters, of: index, reader.reference)
  }

  /// When it happened, began or was recorded, as written: ``start``, else ``issued``, and no other fact is read.
  package static func date(_ tape: Tape, at index: Int) -> String? {
    guard let type = FHIRResourceType(tape, at: index) else { return nil }
    let (places, reader) = (FactPlaces.of(type), FactReader(tape))
    return reader.first(places.start, of: index, reader.text) ?? reader.first(places.issued, of: index, reader.text)
  }
}

extension ClinicalRecord {
  /// The plain facts of the record, read from its JSON at each call; `nil` when HealthKit has no records of its type.
  public var facts: RecordFacts? { RecordFacts(json: json) }
}
