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

  private func forEachValue(of name: StaticString, in object: TapeIndex, _ body: (TapeIndex) -> Void) {
    for item in tape.items(of: tape.value(of: name, in: object)) { body(item) }
  }

  func text(_ index: TapeIndex) -> String? { index.exists ? tape.text(index) : nil }

  /// A CodeableConcept, a Coding or a code.
  func concept(_ index: TapeIndex) -> RecordFacts.Concept? {
    if let code = text(index) {
      return RecordFacts.Concept(text: nil, codings: [RecordFacts.Coding(system: nil, code: code, display: nil)])
    }
    guard index.exists, tape.tag(index) == .object else { return nil }
    let codings = all(["coding"], of: index, coding)
    let text = tape.text("text", of: index)
    if text != nil || !codings.isEmpty { return RecordFacts.Concept(text: text, codings: codings) }
    return coding(index).map { RecordFacts.Concept(text: nil, codings: [$0]) }
  }

  private func coding(_ index: TapeIndex) -> RecordFacts.Coding? {
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

  /// The subject matter of a record: a concept, or the code of the contained Medication, or the display of a reference.
  func about(_ index: TapeIndex, of resource: TapeIndex) -> RecordFacts.Concept? {
    // A reference may have a display, and would be mistaken for a Coding.
    guard tape.value(of: "reference", in: index).exists else { return concept(index) }
    return concept(containedCode(of: index, in: resource))
      ?? tape.text("display", of: index).map { RecordFacts.Concept(text: $0, codings: []) }
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
    digits(index).exists ? RecordFacts.Number(text: tape.lexemeText(index)) : nil
  }

  private func referenceRange(_ index: TapeIndex) -> RecordFacts.ReferenceRange? {
    let range = RecordFacts.ReferenceRange(
      low: quantity(tape.value(of: "low", in: index)), high: quantity(tape.value(of: "high", in: index)),
      meaning: first(["meaning", "type"], of: index, concept), text: tape.text("text", of: index),
      population: all(["appliesTo"], of: index, concept),
      age: ["low", "high"].map { first([FactPlaces.Place("age", $0)], of: index, quantity) })
    return range.low == nil && range.high == nil && range.text == nil ? nil : range
  }

  /// The index of a string that is not empty; `.none` for any other value and for no index.
  @inline(__always) func said(_ index: TapeIndex) -> TapeIndex {
    index.exists && tape.isString(index) && tape.length(index) > 0 ? index : TapeIndex.none
  }

  /// The string of a member; `.none` if the object lacks it.
  @inline(__always)
  func said(_ name: StaticString, in object: TapeIndex) -> TapeIndex { said(tape.value(of: name, in: object)) }

  /// The parts to show of a CodeableConcept, a Coding or a code.
  func conceptPlace(_ index: TapeIndex) -> ConceptPlace {
    guard index.exists, tape.tag(index) == .object else { return ConceptPlace(code: said(index)) }
    var place = ConceptPlace(text: said("text", in: index))
    for coding in tape.items(of: tape.value(of: "coding", in: index)) { take(coding, into: &place) }
    if place.isEmpty { take(index, into: &place) }
    return place
  }

  private func take(_ coding: TapeIndex, into place: inout ConceptPlace) {
    guard !place.code.exists || !place.name.exists, tape.tag(coding) == .object else { return }
    if !place.code.exists {
      place.code = said("code", in: coding)
      if place.code.exists { place.coding = coding }
    }
    if !place.name.exists { place.display = said("display", in: coding) }
  }

  /// The parts to show of the subject matter of a record, as in ``about(_:of:)``.
  func aboutPlace(_ index: TapeIndex, of resource: TapeIndex) -> ConceptPlace {
    guard tape.value(of: "reference", in: index).exists else { return conceptPlace(index) }
    let place = conceptPlace(containedCode(of: index, in: resource))
    return place.isEmpty ? ConceptPlace(display: said("display", in: index)) : place
  }

  /// The code of the contained resource that a Reference names; `.none` if it names none.
  private func containedCode(of reference: TapeIndex, in resource: TapeIndex) -> TapeIndex {
    let target = tape.text("reference", of: reference) ?? ""
    guard target.utf8.first == UInt8(ascii: "#"), target.utf8.count > 1 else { return .none }
    return first(["contained"], of: resource) { contained in
      guard tape.text("id", of: contained)?.utf8.elementsEqual(target.utf8.dropFirst()) ?? false else { return nil }
      let code = tape.value(of: "code", in: contained)
      return code.exists ? code : nil
    } ?? .none
  }

  /// The value of an Observation or of a component: the first of its value members; `nil` if there is none.
  func valuePlace(of object: TapeIndex) -> ValuePlace? {
    guard tape.tag(object) == .object else { return nil }
    for key in tape.keys(of: object) {
      if let kind = ValuePlace.Kind(key, on: tape), kind.isWritten(as: tape.tag(key.value)) {
        return ValuePlace(kind: kind, index: key.value)
      }
    }
    return nil
  }

  func dosages(of resource: TapeIndex) -> [String] {
    all(["dosageInstruction", "dosage"], of: resource) { dosage in
      let text = tape.text("text", of: dosage) ?? ""
      return text.isEmpty ? words(for: dosage) ?? "instructions not given as text" : text
    }
  }

  /// `1 tablet, twice a day`; `nil` for what says more than an amount and how often.
  private func words(for dosage: TapeIndex) -> String? {
    let known = [
      "doseAndRate", "doseQuantity", "quantityQuantity", "timing", "asNeededBoolean", "route", "sequence",
      "additionalInstruction", "additionalInstructions",
    ]
    let rates = tape.items(of: tape.value(of: "doseAndRate", in: dosage)).map { $0 }
    guard has(only: known + ["text"], dosage), rates.allSatisfy({ has(only: ["type", "doseQuantity"], $0) }),
      rates.count < 2
    else { return nil }
    let places: [FactPlaces.Place] = ["doseQuantity", "quantityQuantity", .init("doseAndRate", "doseQuantity")]
    let dose = first(places, of: dosage, quantity)
    guard dose?.comparator == nil else { return nil }
    let amount = dose.flatMap { dose in
      dose.number.map { number in
        [number.text, dose.unit ?? dose.code ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
      }
    }
    let timing = tape.value(of: "timing", in: dosage)
    let times = timing.exists ? words(forTiming: timing) : ""
    let isNeeded = tape.value(of: "asNeededBoolean", in: dosage)
    let need = isNeeded.exists && tape.tag(isNeeded) == .true ? "as needed" : ""
    let besides = all(["additionalInstruction", "additionalInstructions"], of: dosage) { concept($0)?.name }
    guard let times, case let parts = ([amount ?? "", times, need] + besides).filter({ !$0.isEmpty }), !parts.isEmpty
    else { return nil }
    return parts.joined(separator: ", ")
  }

  /// `twice a day`, `every 8 hours`; else what the code of the timing says.
  private func words(forTiming timing: TapeIndex) -> String? {
    let units = ["h": "hour", "d": "day", "wk": "week", "mo": "month", "a": "year"]
    guard has(only: ["repeat", "code"], timing) else { return nil }
    let times = tape.value(of: "repeat", in: timing)
    guard times.exists else { return concept(tape.value(of: "code", in: timing))?.name }
    func number(_ name: StaticString) -> Int? {
      let index = tape.value(of: name, in: times)
      return index.exists ? tape.wholeNumber(index) : 1
    }
    guard has(only: ["frequency", "period", "periodUnit", "periodUnits", "boundsPeriod"], times),
      let unit = first(["periodUnit", "periodUnits"], of: times, text).flatMap({ units[$0] }),
      let count = number("frequency"), let period = number("period")
    else { return nil }
    let often = [1: "once", 2: "twice"][count] ?? "\(count) times"
    let rhythm = period == 1 ? "\(often) \(unit == "hour" ? "an" : "a") \(unit)" : "\(often) in \(period) \(unit)s"
    let bounds = tape.value(of: "boundsPeriod", in: times)
    let (start, end) = (text(tape.value(of: "start", in: bounds)), text(tape.value(of: "end", in: bounds)))
    return [
      count == 1 && period > 1 ? "every \(period) \(unit)s" : rhythm, start.map { "from " + $0 },
      end.map { "to " + $0 },
    ].compactMap(\.self).joined(separator: " ")
  }

  private func has(only names: [String], _ object: TapeIndex) -> Bool {
    tape.tag(object) == .object && tape.keys(of: object).allSatisfy { names.contains(tape.string($0)) }
  }
}

/// The parts of a concept to show, as tape indices of strings that are not empty; `.none` for each absent part.
struct ConceptPlace {
  fileprivate(set) var code = TapeIndex.none
  /// The coding of that code; `.none` if the concept is a bare code.
  fileprivate(set) var coding = TapeIndex.none
  fileprivate var text = TapeIndex.none
  fileprivate var display = TapeIndex.none

  var name: TapeIndex { text.exists ? text : display }
  var codeOrName: TapeIndex { code.exists ? code : name }
  var nameOrCode: TapeIndex { name.exists ? name : code }
  var isEmpty: Bool { !code.exists && !name.exists }
}

/// The value of an Observation or of a component: its kind and its tape index.
struct ValuePlace {
  let kind: Kind
  let index: TapeIndex

  /// The data type of a value, with its name in FHIR.
  enum Kind: String, CaseIterable {
    case quantity = "Quantity"
    case concept = "CodeableConcept"
    case string, boolean, integer
    case range = "Range"
    case ratio = "Ratio"
    case time, dateTime
    case period = "Period"
    case samples = "SampledData"
    case attachment = "Attachment"

    private static let elements = NamesAsBytes(
      allCases.map { ("value" + $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst(), $0) })

    /// The kind of value that a key names; `nil` for any other key.
    @inline(__always) fileprivate init?(_ key: TapeIndex, on tape: Tape) {
      // All of these begin with "value": compares the first five bytes.
      guard tape.tag(key) != .key || Bytes.load(tape.lexeme(key)) & 0xFF_FFFF_FFFF == 0x65_756C_6176 else { return nil }
      guard let kind = tape.withText(key, Kind.elements.value) ?? nil else { return nil }
      self = kind
    }

    /// Whether JSON writes a value of this kind in this form.
    fileprivate func isWritten(as tag: TapeTag) -> Bool {
      switch self {
      case .quantity, .concept, .range, .ratio, .period, .samples, .attachment: tag == .object
      case .string, .time, .dateTime: tag == .string || tag == .escapedString
      case .boolean: tag == .true || tag == .false
      case .integer: tag == .integer || tag == .decimal || tag == .exponent
      }
    }
  }
}
