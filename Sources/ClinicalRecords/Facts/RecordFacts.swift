import FHIRPrimitives
package import FHIRTape

/// The plain facts of a clinical record, with one shape for all releases: subject matter, dates, values, people.
///
/// The releases use different elements for the same fact: `substance` and `code`, `patient` and `subject`, a status
/// that is a code or a concept, one category or a list. Here each fact has one property. Nothing is inferred or
/// converted: texts, dates and digits are kept as written, and absent facts are `nil` or empty.
///
/// ```swift
/// for record in reading.records(ofType: .labResultRecord) {
///   guard let facts = record.facts, let quantity = facts.measurement?.quantity else { continue }
///   print(facts.code?.name ?? "", quantity.number?.text ?? "", quantity.unit ?? "", facts.start ?? "")
/// }
/// ```
///
/// Values are not validated here; use `FHIRValidation`. A value of the wrong JSON type counts as absent.
public struct RecordFacts: Hashable, Sendable {
  /// The resource type.
  public let resourceType: FHIRResourceType
  /// What the record is about: the test, the condition, the substance, the medication, the procedure, the vaccine, the
  /// kind of report, document or insurance.
  public let code: Concept?
  /// The status as written. A status that is a code has one coding, without a system.
  public let status: Concept?
  /// The certainty of a condition or an allergy, if it is separate from ``status``. In DSTU2's AllergyIntolerance, the
  /// status expresses both.
  public let verificationStatus: Concept?
  /// The categories, in their order.
  public let categories: [Concept]
  /// Whether the record says that the thing was **not** done, given or taken: `wasNotGiven`, `notPerformed` and
  /// `wasNotTaken` in DSTU2, `doNotPerform` and the statuses `not-done` and `not-taken` in R4.
  public let wasNotDone: Bool
  /// When it happened or began, as written, with the precision of the record.
  public let start: String?
  /// When it ended, as written.
  public let end: String?
  /// When it was recorded, written, asserted or released, as written.
  public let issued: String?
  /// The result of an Observation; `nil` for other types and for Observations without one.
  public let measurement: Measurement?
  /// The components of an Observation, such as the systolic and the diastolic pressure.
  public let components: [Component]
  /// The person or thing that the record is about.
  public let subject: Reference?
  /// The performers, asserters, prescribers, dispensers, authors or insurers, in their order.
  public let performers: [Reference]
  /// The encounters in which it happened.
  public let encounters: [Reference]

  /// Reads the JSON of one resource; `nil` if it is not a resource of a type that HealthKit has records of.
  public init?(json: [UInt8]) {
    guard let facts = try? TapedJSON.read(json, { RecordFacts($0, at: .root) }) else { return nil }
    self = facts
  }

  /// Reads the resource at `index`; `nil` if HealthKit has no records of its type.
  package init?(_ tape: Tape, at index: TapeIndex) {
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
    let measurement = type == .observation ? reader.measurement(of: index) : nil
    self.measurement = measurement.flatMap { $0.isEmpty ? nil : $0 }
    components = type == .observation ? reader.components(of: index) : []
    subject = reader.first(places.subject, of: index, reader.reference)
    performers = reader.all(places.performers, of: index, reader.reference)
    encounters = reader.all(places.encounters, of: index, reader.reference)
  }

  /// When it happened, began or was recorded, as written: ``start``, else ``issued``. Reads no other fact.
  package static func date(_ tape: Tape, at index: TapeIndex) -> String? {
    guard let type = FHIRResourceType(tape, at: index) else { return nil }
    let (places, reader) = (FactPlaces.of(type), FactReader(tape))
    return reader.first(places.start, of: index, reader.text) ?? reader.first(places.issued, of: index, reader.text)
  }

  /// A decimal: its text as written in the record, and its exact value.
  public struct Number: Hashable, Sendable, CustomStringConvertible {
    /// The digits as written in the JSON: `7.50` is not `7.5`, and R4 allows `1.2e3`.
    public let text: String

    /// The exact value, `significand` times ten to the power of `exponent`, with trailing zeros kept: `7.50` is 750 and
    /// -2. `nil` for a number of more than 38 digits or an exponent beyond a million.
    public var exactValue: (significand: Int128, exponent: Int)? {
      DecimalParts(text).map { ($0.significand, $0.exponent) }
    }

    /// The nearest binary number; `nil` if it is out of range.
    public var doubleValue: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    /// The digits as written in the JSON.
    public var description: String { text }
  }

  /// A concept: its text for people, and its codes.
  public struct Concept: Hashable, Sendable {
    /// The text, as a person entered or saw it.
    public let text: String?
    /// The codes, of one or several systems, in their order.
    public let codings: [Coding]

    /// A name to show: the text, else the first display. A code is never used as a name.
    public var name: String? {
      if let text, !text.isEmpty { return text }
      return codings.lazy.compactMap(\.display).first { !$0.isEmpty }
    }

    /// Reads the JSON of a CodeableConcept, a Coding or a code.
    package init?(json: [UInt8]) {
      guard let concept = try? TapedJSON.read(json, { FactReader($0).concept(.root) }) else { return nil }
      self = concept
    }

    init(text: String?, codings: [Coding]) { (self.text, self.codings) = (text, codings) }

    /// The first code of a system, compared byte by byte; `nil` if the concept has none.
    public func code(in system: String) -> String? {
      codings.first { $0.system.map { $0.utf8.elementsEqual(system.utf8) } ?? false }?.code
    }
  }

  /// A code with its system.
  public struct Coding: Hashable, Sendable {
    /// The system as written.
    public let system: String?
    /// The code as written.
    public let code: String?
    /// The system's name for the code.
    public let display: String?
  }

  /// A reference to another resource.
  public struct Reference: Hashable, Sendable {
    /// The reference as written: relative, absolute, or `#` and the id of a contained resource.
    public let reference: String?
    /// A text for people.
    public let display: String?
  }

  /// The result of an Observation, or of one of its components.
  public struct Measurement: Hashable, Sendable {
    /// The value; `nil` if there is none, and ``dataAbsentReason`` may give the reason.
    public let value: Value?
    /// Why the value is absent.
    public let dataAbsentReason: Concept?
    /// Interpretations such as high, low and normal, in their order.
    public let interpretations: [Concept]
    /// The ranges that the value is compared with, in their order.
    public let referenceRanges: [ReferenceRange]

    var isEmpty: Bool { value == nil && dataAbsentReason == nil && interpretations.isEmpty && referenceRanges.isEmpty }

    /// The value as a quantity; `nil` if it is of another kind.
    public var quantity: Quantity? { if case .quantity(let quantity) = value { quantity } else { nil } }
  }

  /// A part of an Observation with its own code and result.
  public struct Component: Hashable, Sendable {
    /// What was measured.
    public let code: Concept?
    /// The result.
    public let measurement: Measurement
  }

  /// A value of an Observation; texts and digits are kept as written.
  public enum Value: Hashable, Sendable {
    /// A number with a unit.
    case quantity(Quantity)
    /// A coded answer.
    case concept(Concept)
    /// An answer in words.
    case text(String)
    /// Yes or no.
    case boolean(Bool)
    /// A whole number without a unit.
    case integer(Number)
    /// From a low to a high quantity.
    case range(low: Quantity?, high: Quantity?)
    /// A numerator and a denominator, such as a titre.
    case ratio(numerator: Quantity?, denominator: Quantity?)
    /// A time of day.
    case time(String)
    /// A date, or a date with a time.
    case dateTime(String)
    /// From one date to another.
    case period(start: String?, end: String?)
    /// A series of measurements, such as an electrocardiogram: the text of the numbers, separated by spaces.
    case samples(String)
  }

  /// A measured amount.
  public struct Quantity: Hashable, Sendable {
    /// The number; `nil` if there is only a unit or a code.
    public let number: Number?
    /// `<`, `<=`, `>=` or `>`: the number is a bound of the value.
    public let comparator: String?
    /// The unit for people.
    public let unit: String?
    /// The system of ``code``, such as `http://unitsofmeasure.org`.
    public let system: String?
    /// The unit as a code.
    public let code: String?
  }

  /// A range to compare a value with.
  public struct ReferenceRange: Hashable, Sendable {
    /// The lower bound, inclusive.
    public let low: Quantity?
    /// The upper bound, inclusive.
    public let high: Quantity?
    /// The kind of range, such as normal or therapeutic: `meaning` in DSTU2, `type` in R4.
    public let meaning: Concept?
    /// The range in words.
    public let text: String?
    /// For whom it holds, such as women, and from which to which age.
    package let (population, age): ([Concept], [Quantity?])
  }

  /// The instructions of a medication, in their order: their texts, else their amounts and times in words.
  package static func dosages(_ tape: Tape, at index: TapeIndex) -> [String] { FactReader(tape).dosages(of: index) }

  /// The reactions of an allergy, and how serious the record calls it: `Hives (moderate)`, `risk called high`.
  package static func reactions(_ tape: Tape, at index: TapeIndex) -> [String] {
    let reader = FactReader(tape)
    var texts: [String] = reader.all(["reaction"], of: index) { reaction in
      let names = words(["manifestation"], tape, at: reaction).joined(separator: ", ")
      let severity = tape.text("severity", of: reaction).map { " (\($0))" }
      return names.isEmpty && severity == nil ? nil : names + (severity ?? "")
    }
    switch tape.text("criticality", of: index) {
    case "CRITL"?, "low"?: texts.append("risk called low")
    case "CRITH"?, "high"?: texts.append("risk called high")
    case "CRITU"?, "unable-to-assess"?: texts.append("risk not known")
    case let code?: texts.append("risk called " + code)
    case nil: break
    }
    return texts
  }

  /// The first name and the date of birth of a Patient; empty if the record has none.
  package static func person(_ tape: Tape, at index: TapeIndex) -> (name: String, born: String) {
    let reader = FactReader(tape)
    let name: String? = reader.first(["name"], of: index) { name in
      tape.text("text", of: name) ?? reader.all(["given", "family"], of: name, reader.text).joined(separator: " ")
    }
    return (name ?? "", tape.text("birthDate", of: index) ?? "")
  }

  /// The concepts or texts at some places: body sites, remarks, references.
  package static func words(_ places: [FactPlaces.Place], _ tape: Tape, at index: TapeIndex) -> [String] {
    let reader = FactReader(tape)
    return reader.all(places, of: index, reader.concept).compactMap { $0.name ?? $0.codings.first?.code }
  }

  /// When it began or happened, if that is no date: `in childhood`, `at the age of 40 years`.
  package static func time(_ tape: Tape, at index: TapeIndex) -> String {
    let reader = FactReader(tape)
    let text = reader.first(["onsetString", "occurrenceString", "performedString"], of: index, reader.text)
    let age = reader.first(["onsetAge", "onsetQuantity", "performedAge"], of: index, reader.quantity)
    return text ?? age?.number.map { "at the age of \($0) \(age?.unit ?? age?.code ?? "")" } ?? ""
  }
}

extension ClinicalRecord {
  /// The plain facts of the record, read from its JSON at each call; `nil` if HealthKit has no records of its type.
  public var facts: RecordFacts? { RecordFacts(json: json) }
}
