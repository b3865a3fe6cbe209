import FHIRTape

/// The parts of a concept to show, as tape indices of strings; `.none` for each absent part. An empty string counts as
/// absent.
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

extension FactReader {
  /// The index of a string that is not empty; `.none` for any other value and for no index.
  @inline(__always)
  func said(_ index: TapeIndex) -> TapeIndex {
    guard index.exists else { return .none }
    switch tape.tag(index) {
    case .string, .escapedString: return tape.length(index) > 0 ? index : TapeIndex.none
    default: return .none
    }
  }

  /// The string of a member; `.none` if the object lacks it.
  @inline(__always)
  func said(_ name: StaticString, in object: TapeIndex) -> TapeIndex {
    object.exists ? said(tape.value(of: name, in: object)) : TapeIndex.none
  }

  /// The parts to show of a CodeableConcept, a Coding or a code.
  func conceptPlace(_ index: TapeIndex) -> ConceptPlace {
    var place = ConceptPlace()
    guard index.exists, tape.tag(index) == .object else {
      place.code = said(index)
      return place
    }
    place.text = said("text", in: index)
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

  /// The parts to show of the subject matter of a record: of a concept, or of a referenced Medication. That is the code
  /// of the contained Medication, else the reference's own display.
  func aboutPlace(_ index: TapeIndex, of resource: TapeIndex) -> ConceptPlace {
    guard tape.value(of: "reference", in: index).exists else { return conceptPlace(index) }
    let contained = containedCode(of: said("reference", in: index), in: resource)
    if contained.exists, case let place = conceptPlace(contained), !place.isEmpty { return place }
    var place = ConceptPlace()
    place.display = said("display", in: index)
    return place
  }

  /// The code of the contained resource that a reference names; `.none` if it names none.
  func containedCode(of reference: TapeIndex, in resource: TapeIndex) -> TapeIndex {
    guard reference.exists else { return .none }
    let found = tape.withText(reference) { target in
      guard target.first == UInt8(ascii: "#") else { return TapeIndex.none }
      var code = TapeIndex.none
      forEachValue(of: "contained", in: resource) { contained in
        guard !code.exists, case let id = said("id", in: contained), id.exists,
          tape.withText(id, { $0.elementsEqual(target.dropFirst()) }) ?? false
        else { return }
        code = tape.value(of: "code", in: contained)
      }
      return code
    }
    return found ?? TapeIndex.none
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
    @inline(__always)
    fileprivate init?(_ key: TapeIndex, on tape: Tape) {
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
