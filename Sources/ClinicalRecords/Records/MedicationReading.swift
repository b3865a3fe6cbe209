import FHIRTape

/// The elements that medication orders, requests, statements and dispenses have in common, under their different names.
struct MedicationReading {
  private let tape: Tape
  private let reader: FactReader
  private let resource: TapeIndex

  init(_ resource: TapeIndex, on tape: Tape) {
    self.tape = tape
    reader = FactReader(tape)
    self.resource = resource
  }

  var medication: MedicationRecord.Medication? {
    if let concept = reader.concept(tape.value(of: "medicationCodeableConcept", in: resource)) {
      return .concept(concept)
    }
    return reader.reference(tape.value(of: "medicationReference", in: resource)).map { .reference($0) }
  }

  /// The name of the concept, of the contained Medication, or the reference's display.
  var name: String? {
    if let name = DisplayName.ofConcept(tape.value(of: "medicationCodeableConcept", in: resource), on: tape) {
      return name
    }
    return reader.medication(tape.value(of: "medicationReference", in: resource), of: resource)?.name
  }

  var status: String? { reader.text(of: "status", in: resource) }

  var patient: MedicationRecord.Reference? {
    reader.first(["patient", "subject"], of: resource, reader.reference)
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
      reader.forEachValue(of: name, in: resource) { dosage in
        if let text = reader.text(of: "text", in: dosage) { texts.append(text) }
      }
    }
    return texts
  }

  private func append(
    _ name: StaticString, in object: TapeIndex, as element: String, to dates: inout [MedicationRecord.DatedElement]
  ) {
    guard let text = reader.text(of: name, in: object) else { return }
    dates.append(MedicationRecord.DatedElement(element: element, text: text))
  }
}
