package import FHIRTape

/// The plain facts of a record as the cells of a table, read from the same elements as ``RecordFacts``.
///
/// A record of a type that HealthKit has no records of has the elements that most types share: `code`, `status`,
/// `category`, `subject` or `patient`.
package struct RecordCells {
  private let reader: FactReader
  private let resource: Int
  private let type: FHIRResourceType?
  private let places: FactPlaces

  /// - Parameter typeIndex: the tape index of what the resource says of its type.
  package init(_ tape: Tape, at resource: Int, typeIndex: Int) {
    reader = FactReader(tape)
    self.resource = resource
    type = FHIRResourceType(tape, typeIndex: typeIndex)
    places = type.map { FactPlaces.of($0) } ?? FactPlaces()
  }

  /// Which kind of medication record it is: `order`, `request`, `statement` or `dispense`.
  package var medicationType: String? {
    switch type {
    case .medicationOrder: "order"
    case .medicationRequest: "request"
    case .medicationStatement: "statement"
    case .medicationDispense: "dispense"
    default: nil
    }
  }

  /// The reference to whom the record is about, as written.
  package var patient: String? { reader.first(places.subject, of: resource, reader.reference)?.reference }

  /// The code of the status, else its text.
  package var status: String? { reader.first(places.status, of: resource, reader.concept).flatMap(Self.codeOrName) }

  /// The codes of all categories, or their texts where they have none.
  package var category: String? {
    Self.list(reader.all(places.categories, of: resource, reader.concept).compactMap(Self.codeOrName))
  }

  /// What the record is about.
  package var concept: RecordFacts.Concept? {
    reader.first(places.code, of: resource) { reader.about($0, of: resource) }
  }

  package var start: String? { reader.first(places.start, of: resource, reader.text) }
  package var end: String? { reader.first(places.end, of: resource, reader.text) }
  package var issued: String? { reader.first(places.issued, of: resource, reader.text) }

  /// The result of an Observation.
  package var measurement: RecordFacts.Measurement? {
    type == .observation ? reader.measurement(of: resource) : nil
  }

  /// The components of an Observation, `code=value unit` each.
  package var components: String? {
    guard type == .observation, reader.tape.value(of: "component", in: resource) >= 0 else { return nil }
    return Self.list(
      reader.components(of: resource).map { component in
        let name = component.code.flatMap(Self.codeOrName) ?? ""
        let unit = component.measurement.quantity.flatMap { $0.unit ?? $0.code }.map { " " + $0 } ?? ""
        return name + "=" + (component.measurement.value?.text ?? "") + unit
      })
  }

  /// The first code of a concept, else its name.
  private static func codeOrName(_ concept: RecordFacts.Concept) -> String? {
    concept.codings.lazy.compactMap(\.code).first ?? concept.name
  }

  /// Several values in one cell: `|` stands between two.
  static func list(_ values: [String]) -> String? { values.isEmpty ? nil : values.joined(separator: "|") }
}

extension RecordFacts.Measurement {
  /// The codes of the interpretations, or their texts where they have none.
  package var interpretationText: String? {
    RecordCells.list(interpretations.compactMap { $0.codings.lazy.compactMap(\.code).first ?? $0.name })
  }

  /// The first reference range: its text, else its bounds.
  package var rangeText: String? {
    guard let range = referenceRanges.first else { return nil }
    if let text = range.text, !text.isEmpty { return text }
    switch (range.low?.number?.text, range.high?.number?.text) {
    case (let low?, let high?): return low + " - " + high
    case (let low?, nil): return ">= " + low
    case (nil, let high?): return "<= " + high
    case (nil, nil): return nil
    }
  }
}

extension RecordFacts.Value {
  /// The kind of the value: the data type's name in FHIR.
  package var typeName: String {
    switch self {
    case .quantity: "Quantity"
    case .concept: "CodeableConcept"
    case .text: "string"
    case .boolean: "boolean"
    case .integer: "integer"
    case .range: "Range"
    case .ratio: "Ratio"
    case .time: "time"
    case .dateTime: "dateTime"
    case .period: "Period"
    case .samples: "SampledData"
    }
  }

  /// The value as text, digits and dates as written; a concept is its text, else its first display, else its code.
  package var text: String? {
    switch self {
    case .quantity(let quantity): quantity.number?.text
    case .concept(let concept): concept.name ?? concept.codings.lazy.compactMap(\.code).first
    case .text(let text), .time(let text), .dateTime(let text), .samples(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .integer(let number): number.text
    case .range(let low, let high): Self.pair(low?.number?.text, " - ", high?.number?.text)
    case .ratio(let numerator, let denominator):
      Self.pair(numerator?.number?.text, ":", denominator?.number?.text)
    case .period(let start, let end): Self.pair(start, "/", end)
    }
  }

  private static func pair(_ first: String?, _ separator: String, _ second: String?) -> String? {
    first == nil && second == nil ? nil : (first ?? "") + separator + (second ?? "")
  }
}
