import FHIRTape

/// Reads facts from a tape; a value of the wrong JSON type counts as absent.
struct FactReader {
  let tape: Tape

  init(_ tape: Tape) { self.tape = tape }

  func first<Fact>(_ places: [FactPlaces.Place], of resource: TapeIndex, _ read: (TapeIndex) -> Fact?) -> Fact? {
    var fact: Fact?
    for place in places where fact == nil {
      forEach(place, of: resource) { if fact == nil { fact = read($0) } }
    }
    return fact
  }

  func all<Fact>(_ places: [FactPlaces.Place], of resource: TapeIndex, _ read: (TapeIndex) -> Fact?) -> [Fact] {
    var facts: [Fact] = []
    for place in places {
      forEach(place, of: resource) { if let fact = read($0) { facts.append(fact) } }
    }
    return facts
  }

  /// Calls `body` with each value at a place, which may be an array or a single value: the releases differ.
  func forEach(_ place: FactPlaces.Place, of resource: TapeIndex, _ body: (TapeIndex) -> Void) {
    forEachValue(of: place.element, in: resource) { value in
      guard let nested = place.nested else { return body(value) }
      forEachValue(of: nested, in: value) { inner in
        guard let nestedTwice = place.nestedTwice else { return body(inner) }
        forEachValue(of: nestedTwice, in: inner, body)
      }
    }
  }

  func forEachValue(of name: StaticString, in object: TapeIndex, _ body: (TapeIndex) -> Void) {
    for item in tape.items(of: tape.value(of: name, in: object)) { body(item) }
  }

  // MARK: - Values

  func text(_ index: TapeIndex) -> String? { index.exists ? tape.text(index) : nil }

  /// A CodeableConcept, a Coding or a code.
  func concept(_ index: TapeIndex) -> RecordFacts.Concept? {
    if let code = text(index) {
      return RecordFacts.Concept(
        text: nil, codings: [RecordFacts.Coding(system: nil, code: code, display: nil)])
    }
    guard index.exists, tape.tag(index) == .object else { return nil }
    var codings: [RecordFacts.Coding] = []
    forEachValue(of: "coding", in: index) { if let coding = coding($0) { codings.append(coding) } }
    let text = tape.text("text", of: index)
    if text != nil || !codings.isEmpty { return RecordFacts.Concept(text: text, codings: codings) }
    return coding(index).map { RecordFacts.Concept(text: nil, codings: [$0]) }
  }

  private func coding(_ index: TapeIndex) -> RecordFacts.Coding? {
    guard tape.tag(index) == .object else { return nil }
    let coding = RecordFacts.Coding(
      system: tape.text("system", of: index), code: tape.text("code", of: index),
      display: tape.text("display", of: index))
    return coding.system == nil && coding.code == nil && coding.display == nil ? nil : coding
  }

  func reference(_ index: TapeIndex) -> RecordFacts.Reference? {
    guard index.exists, tape.tag(index) == .object else { return nil }
    let reference = RecordFacts.Reference(
      reference: tape.text("reference", of: index), display: tape.text("display", of: index))
    return reference.reference == nil && reference.display == nil ? nil : reference
  }

  /// The subject matter of a record: a concept, or the Medication that a reference names, which is the code of the
  /// contained one, else the reference's own display.
  func about(_ index: TapeIndex, of resource: TapeIndex) -> RecordFacts.Concept? {
    // A reference may have a display, and would be mistaken for a Coding.
    guard tape.value(of: "reference", in: index).exists else { return concept(index) }
    guard let reference = reference(index) else { return nil }
    if let code = concept(containedCode(of: said("reference", in: index), in: resource)) { return code }
    return reference.display.map { RecordFacts.Concept(text: $0, codings: []) }
  }

  /// A name to show of the subject matter of a record; HealthKit does not publish how it chooses names.
  func displayName(of resource: TapeIndex, _ type: FHIRResourceType) -> String? {
    let name: String? = first(FactPlaces.of(type).code, of: resource) { place in
      let name = aboutPlace(place, of: resource).name
      return name.exists ? tape.string(name) : nil
    }
    guard name == nil, type == .coverage || type == .documentReference else { return name }
    return tape.text("description", of: resource).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a flag or the status shows that the thing was not done.
  func isNotDone(_ places: FactPlaces, _ resource: TapeIndex, status: RecordFacts.Concept?) -> Bool {
    if let code = status?.codings.first?.code {
      if code.utf8.elementsEqual("not-done".utf8) || code.utf8.elementsEqual("not-taken".utf8) { return true }
    }
    return first(places.negations, of: resource) { tape.tag($0) == .true || text($0) == "n" ? true : nil } ?? false
  }

  /// The result of an Observation or of a component.
  func measurement(of object: TapeIndex) -> RecordFacts.Measurement {
    RecordFacts.Measurement(
      value: value(of: object), dataAbsentReason: concept(tape.value(of: "dataAbsentReason", in: object)),
      interpretations: all(["interpretation"], of: object, concept),
      referenceRanges: all(["referenceRange"], of: object, referenceRange))
  }

  func components(of observation: TapeIndex) -> [RecordFacts.Component] {
    all(["component"], of: observation) { component in
      guard tape.tag(component) == .object else { return nil }
      return RecordFacts.Component(
        code: concept(tape.value(of: "code", in: component)), measurement: measurement(of: component))
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
    case .samples: return tape.text("data", of: index).map { .samples($0) }
    // A document has no value to compare.
    case .attachment: return nil
    }
  }

  private func pair<Fact>(
    _ first: StaticString, _ second: StaticString, _ object: TapeIndex, _ read: (TapeIndex) -> Fact?
  ) -> (Fact?, Fact?)? {
    let facts = (read(tape.value(of: first, in: object)), read(tape.value(of: second, in: object)))
    return facts.0 == nil && facts.1 == nil ? nil : facts
  }

  func quantity(_ index: TapeIndex) -> RecordFacts.Quantity? {
    guard index.exists, tape.tag(index) == .object else { return nil }
    let quantity = RecordFacts.Quantity(
      number: number(tape.value(of: "value", in: index)), comparator: tape.text("comparator", of: index),
      unit: tape.text("unit", of: index), system: tape.text("system", of: index), code: tape.text("code", of: index))
    return quantity.number == nil && quantity.unit == nil && quantity.code == nil ? nil : quantity
  }

  private func number(_ index: TapeIndex) -> RecordFacts.Number? {
    guard index.exists else { return nil }
    switch tape.tag(index) {
    case .integer, .decimal, .exponent: return RecordFacts.Number(text: tape.lexemeText(index))
    default: return nil
    }
  }

  private func referenceRange(_ index: TapeIndex) -> RecordFacts.ReferenceRange? {
    guard tape.tag(index) == .object else { return nil }
    let range = RecordFacts.ReferenceRange(
      low: quantity(tape.value(of: "low", in: index)), high: quantity(tape.value(of: "high", in: index)),
      meaning: first(["meaning", "type"], of: index, concept), text: tape.text("text", of: index),
      population: all(["appliesTo"], of: index, concept),
      age: ["low", "high"].map { first([FactPlaces.Place("age", $0)], of: index, quantity) })
    return range.low == nil && range.high == nil && range.text == nil ? nil : range
  }
}
