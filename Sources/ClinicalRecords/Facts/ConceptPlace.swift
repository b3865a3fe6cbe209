import FHIRTape

/// The parts of a concept to show, as tape indices of strings; -1 for each absent part. An empty string counts as
/// absent.
struct ConceptPlace {
  /// The first code.
  fileprivate(set) var code = -1
  /// The coding of that code; -1 if the concept is a bare code.
  fileprivate(set) var coding = -1
  fileprivate var text = -1
  fileprivate var display = -1

  /// A name to show: the text, else the first display.
  var name: Int { text >= 0 ? text : display }
  /// The first code, else a name.
  var codeOrName: Int { code >= 0 ? code : name }
  /// A name, else the first code.
  var nameOrCode: Int { name >= 0 ? name : code }
  var isEmpty: Bool { code < 0 && name < 0 }
}

extension FactReader {
  /// The index of a string that is not empty; -1 for any other value and for a negative index.
  @inline(__always)
  func said(_ index: Int) -> Int {
    guard index >= 0 else { return -1 }
    switch tape.tag(index) {
    case .string, .escapedString: return tape.length(index) > 0 ? index : -1
    default: return -1
    }
  }

  /// The string of a member; -1 if the object lacks it.
  @inline(__always)
  func said(_ name: StaticString, in object: Int) -> Int {
    object < 0 ? -1 : said(tape.value(of: name, in: object))
  }

  /// The parts to show of a CodeableConcept, a Coding or a code.
  func conceptPlace(_ index: Int) -> ConceptPlace {
    var place = ConceptPlace()
    guard index >= 0, tape.tag(index) == .object else {
      place.code = said(index)
      return place
    }
    var (text, codings) = (-1, -1)
    let end = tape.next(index)
    var key = index &+ 2
    while key < end {
      if codings < 0, tape.isKey(key, "coding") {
        codings = key &+ 1
      } else if text < 0, tape.isKey(key, "text") {
        text = key &+ 1
      }
      key = tape.next(key &+ 1)
    }
    place.text = said(text)
    if codings >= 0 { tape.forEachItem(codings) { take($0, into: &place) } }
    if place.isEmpty { take(index, into: &place) }
    return place
  }

  private func take(_ coding: Int, into place: inout ConceptPlace) {
    guard place.code < 0 || place.name < 0, tape.tag(coding) == .object else { return }
    if place.code < 0 {
      place.code = said("code", in: coding)
      if place.code >= 0 { place.coding = coding }
    }
    if place.name < 0 { place.display = said("display", in: coding) }
  }

  /// The parts to show of the subject matter of a record: of a concept, or of a referenced Medication. That is the code
  /// of the contained Medication, else the reference's own display.
  func aboutPlace(_ index: Int, of resource: Int) -> ConceptPlace {
    guard tape.value(of: "reference", in: index) >= 0 else { return conceptPlace(index) }
    let contained = containedCode(of: said("reference", in: index), in: resource)
    if contained >= 0, case let place = conceptPlace(contained), !place.isEmpty { return place }
    var place = ConceptPlace()
    place.display = said("display", in: index)
    return place
  }

  /// The code of the contained resource that a reference names; -1 if it names none.
  private func containedCode(of reference: Int, in resource: Int) -> Int {
    guard reference >= 0 else { return -1 }
    let found = tape.withText(reference) { target in
      guard target.first == UInt8(ascii: "#") else { return -1 }
      var code = -1
      forEachValue(of: "contained", in: resource) { contained in
        guard code < 0, case let id = said("id", in: contained), id >= 0,
          tape.withText(id, { $0.elementsEqual(target.dropFirst()) }) ?? false
        else { return }
        code = tape.value(of: "code", in: contained)
      }
      return code
    }
    return found ?? -1
  }
}
