import JSONTape

/// The elements of a medication resource that orders, requests, statements and dispenses share, whatever their names.
struct MedicationReading {
  private let tape: Tape
  private let resource: Int

  init(_ resource: Int, on tape: Tape) {
    self.tape = tape
    self.resource = resource
  }

  var medication: MedicationRecord.Medication? {
    if let concept = concept(tape.value(of: "medicationCodeableConcept", in: resource)) { return .concept(concept) }
    return reference(tape.value(of: "medicationReference", in: resource)).map { .reference($0) }
  }

  /// The name of the concept, of the contained Medication, or the reference's display.
  var name: String? {
    if let name = DisplayName.ofConcept(tape.value(of: "medicationCodeableConcept", in: resource), on: tape) {
      return name
    }
    let reference = tape.value(of: "medicationReference", in: resource)
    guard reference >= 0 else { return nil }
    return DisplayName.ofConcept(reference, on: tape) ?? containedName(text(of: "reference", in: reference))
  }

  var status: String? { text(of: "status", in: resource) }

  var patient: MedicationRecord.Reference? {
    reference(tape.value(of: "patient", in: resource)) ?? reference(tape.value(of: "subject", in: resource))
  }

  var dates: [MedicationRecord.DatedElement] {
    var dates: [MedicationRecord.DatedElement] = []
    for name: StaticString in [
      "dateWritten", "authoredOn", "dateAsserted", "whenHandedOver", "whenPrepared", "effectiveDateTime", "dateEnded",
    ] {
      append(name, in: resource, as: name.description, to: &dates)
    }
    let period = tape.value(of: "effectivePeriod", in: resource)
    append("start", in: period, as: "effectivePeriod.start", to: &dates)
    append("end", in: period, as: "effectivePeriod.end", to: &dates)
    return dates
  }

  var dosageTexts: [String] {
    var texts: [String] = []
    for name: StaticString in ["dosageInstruction", "dosage"] {
      let dosages = tape.value(of: name, in: resource)
      guard dosages >= 0 else { continue }
      tape.forEachItem(dosages) { dosage in
        if let text = text(of: "text", in: dosage) { texts.append(text) }
      }
    }
    return texts
  }

  private func append(
    _ name: StaticString, in object: Int, as element: String, to dates: inout [MedicationRecord.DatedElement]
  ) {
    guard let text = text(of: name, in: object) else { return }
    dates.append(MedicationRecord.DatedElement(element: element, text: text))
  }

  private func text(of name: StaticString, in object: Int) -> String? {
    object < 0 ? nil : tape.stringValue(tape.value(of: name, in: object))
  }

  private func concept(_ index: Int) -> MedicationRecord.Concept? {
    guard index >= 0, tape.tag(index) == .object else { return nil }
    var codings: [MedicationRecord.Coding] = []
    let list = tape.value(of: "coding", in: index)
    if list >= 0 {
      tape.forEachItem(list) { coding in
        guard tape.tag(coding) == .object else { return }
        codings.append(
          MedicationRecord.Coding(
            system: text(of: "system", in: coding), code: text(of: "code", in: coding),
            display: text(of: "display", in: coding)))
      }
    }
    return MedicationRecord.Concept(text: text(of: "text", in: index), codings: codings)
  }

  private func reference(_ index: Int) -> MedicationRecord.Reference? {
    guard index >= 0, tape.tag(index) == .object else { return nil }
    return MedicationRecord.Reference(
      reference: text(of: "reference", in: index), display: text(of: "display", in: index))
  }

  private func containedName(_ reference: String?) -> String? {
    guard let reference, reference.utf8.first == UInt8(ascii: "#") else { return nil }
    let contained = tape.value(of: "contained", in: resource)
    guard contained >= 0 else { return nil }
    var name: String?
    tape.forEachItem(contained) { other in
      if name == nil, let id = text(of: "id", in: other), id.utf8.elementsEqual(reference.utf8.dropFirst()) {
        name = DisplayName.ofConcept(tape.value(of: "code", in: other), on: tape)
      }
    }
    return name
  }
}
