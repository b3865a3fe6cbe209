import FHIRTape

extension FactReader {
  /// The result of an Observation or of a component; `nil` if it has none.
  func measurement(of object: TapeIndex) -> RecordFacts.Measurement? {
    let measurement = RecordFacts.Measurement(
      value: value(of: object), dataAbsentReason: concept(tape.value(of: "dataAbsentReason", in: object)),
      interpretations: all(["interpretation"], of: object, concept),
      referenceRanges: all(["referenceRange"], of: object, referenceRange))
    let isEmpty =
      measurement.value == nil && measurement.dataAbsentReason == nil && measurement.interpretations.isEmpty
      && measurement.referenceRanges.isEmpty
    return isEmpty ? nil : measurement
  }

  func components(of observation: TapeIndex) -> [RecordFacts.Component] {
    all(["component"], of: observation) { component in
      guard tape.tag(component) == .object else { return nil }
      return RecordFacts.Component(
        code: concept(tape.value(of: "code", in: component)),
        measurement: measurement(of: component)
          ?? RecordFacts.Measurement(value: nil, dataAbsentReason: nil, interpretations: [], referenceRanges: []))
    }
  }

  private func value(of object: TapeIndex) -> RecordFacts.Value? {
    guard let place = valuePlace(of: object) else { return nil }
    let index = place.index
    switch place.kind {
    case .quantity: return quantity(index).map { .quantity($0) }
    case .concept: return concept(index).map { .concept($0) }
    case .string: return text(index).map { .text($0) }
    case .boolean: return .boolean(tape.tag(index) == .true)
    case .integer: return number(index).map { .integer($0) }
    case .range: return pair("low", "high", index, quantity).map { .range(low: $0.0, high: $0.1) }
    case .ratio:
      return pair("numerator", "denominator", index, quantity).map { .ratio(numerator: $0.0, denominator: $0.1) }
    case .time: return text(index).map { .time($0) }
    case .dateTime: return text(index).map { .dateTime($0) }
    case .period: return pair("start", "end", index, text).map { .period(start: $0.0, end: $0.1) }
    case .samples: return text(of: "data", in: index).map { .samples($0) }
    // A document has no value to compare.
    case .attachment: return nil
    }
  }

  /// Two members of an object; `nil` if it has neither.
  private func pair<Fact>(
    _ first: StaticString, _ second: StaticString, _ object: TapeIndex, _ read: (TapeIndex) -> Fact?
  ) -> (Fact?, Fact?)? {
    let facts = (read(tape.value(of: first, in: object)), read(tape.value(of: second, in: object)))
    return facts.0 == nil && facts.1 == nil ? nil : facts
  }

  private func quantity(_ index: TapeIndex) -> RecordFacts.Quantity? {
    guard index.exists, tape.tag(index) == .object else { return nil }
    let quantity = RecordFacts.Quantity(
      number: number(tape.value(of: "value", in: index)), comparator: text(of: "comparator", in: index),
      unit: text(of: "unit", in: index), system: text(of: "system", in: index), code: text(of: "code", in: index))
    return quantity.number == nil && quantity.unit == nil && quantity.code == nil ? nil : quantity
  }

  private func number(_ index: TapeIndex) -> RecordFacts.Number? {
    guard index.exists else { return nil }
    switch tape.tag(index) {
    case .integer, .decimal, .exponent:
      return RecordFacts.Number(
        lexeme: String(
          decoding: UnsafeBufferPointer(start: tape.lexeme(index), count: tape.length(index)), as: UTF8.self))
    default: return nil
    }
  }

  private func referenceRange(_ index: TapeIndex) -> RecordFacts.ReferenceRange? {
    guard tape.tag(index) == .object else { return nil }
    let range = RecordFacts.ReferenceRange(
      low: quantity(tape.value(of: "low", in: index)), high: quantity(tape.value(of: "high", in: index)),
      meaning: first(["meaning", "type"], of: index, concept), text: text(of: "text", in: index))
    return range.low == nil && range.high == nil && range.text == nil ? nil : range
  }
}
