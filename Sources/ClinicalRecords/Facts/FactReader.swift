import FHIRTape

/// Reads facts from a tape; a value of the wrong JSON type counts as absent.
struct FactReader {
  let tape: Tape

  init(_ tape: Tape) { self.tape = tape }

  /// The first fact that the places of a resource have.
  func first<Fact>(_ places: [FactPlaces.Place], of resource: TapeIndex, _ read: (TapeIndex) -> Fact?) -> Fact? {
    var fact: Fact?
    for place in places where fact == nil {
      forEach(place, of: resource) { if fact == nil { fact = read($0) } }
    }
    return fact
  }

  /// The facts at all places of a resource, in their order.
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

  /// The string at `index`, `nil` for any other value.
  func text(_ index: TapeIndex) -> String? { tape.stringValue(index) }

  /// The string of a member; `nil` if the object lacks it.
  func text(of name: StaticString, in object: TapeIndex) -> String? {
    tape.stringValue(tape.value(of: name, in: object))
  }

  /// A CodeableConcept, a Coding or a code.
  func concept(_ index: TapeIndex) -> RecordFacts.Concept? {
    if let code = tape.stringValue(index) {
      return RecordFacts.Concept(
        text: nil, codings: [RecordFacts.Coding(system: nil, code: code, display: nil)])
    }
    guard index.exists, tape.tag(index) == .object else { return nil }
    var codings: [RecordFacts.Coding] = []
    forEachValue(of: "coding", in: index) { if let coding = coding($0) { codings.append(coding) } }
    let text = text(of: "text", in: index)
    if text != nil || !codings.isEmpty { return RecordFacts.Concept(text: text, codings: codings) }
    return coding(index).map { RecordFacts.Concept(text: nil, codings: [$0]) }
  }

  private func coding(_ index: TapeIndex) -> RecordFacts.Coding? {
    guard tape.tag(index) == .object else { return nil }
    let coding = RecordFacts.Coding(
      system: text(of: "system", in: index), code: text(of: "code", in: index), display: text(of: "display", in: index))
    return coding.system == nil && coding.code == nil && coding.display == nil ? nil : coding
  }

  /// A Reference.
  func reference(_ index: TapeIndex) -> RecordFacts.Reference? {
    guard index.exists, tape.tag(index) == .object else { return nil }
    let reference = RecordFacts.Reference(
      reference: text(of: "reference", in: index), display: text(of: "display", in: index))
    return reference.reference == nil && reference.display == nil ? nil : reference
  }

  /// The subject matter of a record: a concept, or a reference to a Medication.
  func about(_ index: TapeIndex, of resource: TapeIndex) -> RecordFacts.Concept? {
    // A reference may have a display, and would be mistaken for a Coding.
    tape.value(of: "reference", in: index).exists ? medication(index, of: resource) : concept(index)
  }

  /// The Medication that a reference names: the code of the contained one, else the reference's own display.
  func medication(_ index: TapeIndex, of resource: TapeIndex) -> RecordFacts.Concept? {
    guard let reference = reference(index) else { return nil }
    if let code = concept(containedCode(of: said("reference", in: index), in: resource)) { return code }
    return reference.display.map { RecordFacts.Concept(text: $0, codings: []) }
  }

  /// Whether a flag or the status shows that the thing was not done.
  func isNotDone(_ places: FactPlaces, _ resource: TapeIndex, status: RecordFacts.Concept?) -> Bool {
    if let code = status?.codings.first?.code {
      if code.utf8.elementsEqual("not-done".utf8) || code.utf8.elementsEqual("not-taken".utf8) { return true }
    }
    return first(places.negations, of: resource) { tape.tag($0) == .true || text($0) == "n" ? true : nil } ?? false
  }
}
