import FHIRTape

extension FactReader {
  /// The result of an Observation or of a component; `nil` when there is none.
  func measurement(of object: Int) -> RecordFacts.Measurement? {
    let measurement = RecordFacts.Measurement(
      value: value(of: object), dataAbsentReason: concept(tape.value(of: "dataAbsentReason", in: object)),
      interpretations: all(["interpretation"], of: object, concept),
      referenceRanges: all(["referenceRange"], of: object, referenceRange))
    let isEmpty =
      measurement.value == nil && measurement.dataAbsentReason == nil && measurement.interpretations.isEmpty
      && measurement.referenceRanges.isEmpty
    return isEmpty ? nil : measurement
  }

  func components(of observation: Int) -> [RecordFacts.Component] {
    all(["component"], of: observation) { component in
      guard tape.tag(component) == .object else { return nil }
      return RecordFacts.Component(
        code: concept(tape.value(of: "code", in: component)),
        measurement: measurement(of: component)
          ?? RecordFacts.Measurement(value: nil, dataAbsentReason: nil, interpretations: [], referenceRanges: []))
    }
  }

  private func value(of object: Int) -> RecordFacts.Value? {
    if let quantity = quantity(tape.value(of: "valueQuantity", in: object)) { return .quantity(quantity) }
    if let concept = concept(tape.value(of: "valueCodeableConcept", in: object)) { return .concept(concept) }
    if let text = text(of: "valueString", in: object) { return .text(text) }
    if let boolean = boolean(tape.value(of: "valueBoolean", in: object)) { return .boolean(boolean) }
    if let integer = number(tape.value(of: "valueInteger", in: object)) { return .integer(integer) }
    if let range = pair("low", "high", tape.value(of: "valueRange", in: object), quantity) {
      return .range(low: range.0, high: range.1)
    }
    if let ratio = pair("numerator", "denominator", tape.value(of: "valueRatio", in: object), quantity) {
      return .ratio(numerator: ratio.0, denominator: ratio.1)
    }
    if let time = text(of: "valueTime", in: object) { return .time(time) }
    if let dateTime = text(of: "valueDateTime", in: object) { return .dateTime(dateTime) }
    if let period = pair("start", "end", tape.value(of: "valuePeriod", in: object), text) {
      return .period(start: period.0, end: period.1)
    }
    return text(of: "data", in: tape.value(of: "valueSampledData", in: object)).map { .samples($0) }
  }

  /// Two members of an object, `nil` when it has neither.
  private func pair<Fact>(
    _ first: StaticString, _ second: StaticString, _ object: Int, _ read: (Int) -> Fact?
  ) -> (Fact?, Fact?)? {
    guard object >= 0 else { return nil }
    let facts = (read(tape.value(of: first, in: object)), read(tape.value(of: second, in: object)))
    return facts.0 == nil && facts.1 == nil ? nil : facts
  }

  private func quantity(_ index: Int) -> RecordFacts.Quantity? {
    guard index >= 0, tape.tag(index) == .object else { return nil }
    let quantity = RecordFacts.Quantity(
      number: number(tape.value(of: "value", in: index)), comparator: text(of: "comparator", in: index),
      unit: text(of: "unit", in: index), system: text(of: "system", in: index), code: text(of: "code", in: index))
    return quantity.number == nil && quantity.unit == nil && quantity.code == nil ? nil : quantity
  }

  private func number(_ index: Int) -> RecordFacts.Number? {
    guard index >= 0 else { return nil }
    switch tape.tag(index) {
    case .integer, .decimal, .exponent:
      return RecordFacts.Number(
        lexeme: String(
          decoding: UnsafeBufferPointer(start: tape.lexeme(index), count: tape.length(index)), as: UTF8.self))
    default: return nil
    }
  }

  private func boolean(_ index: Int) -> Bool? {
    guard index >= 0 else { return nil }
    switch tape.tag(index) {
    case .true: return true
    case .false: return false
    default: return nil
    }
  }

  private func referenceRange(_ index: Int) -> RecordFacts.ReferenceRange? {
    guard tape.tag(index) == .object else { return nil }
    let range = RecordFacts.ReferenceRange(
      low: quantity(tape.value(of: "low", in: index)), high: quantity(tape.value(of: "high", in: index)),
      meaning: first(["meaning", "type"], of: index, concept), text: text(of: "text", in: index))
    return range.low == nil && range.high == nil && range.text == nil ? nil : range
  }
}
