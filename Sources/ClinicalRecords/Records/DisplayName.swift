import FHIRTape

/// Chooses a name to show for a record. HealthKit does not publish how it chooses names.
enum DisplayName {
  /// The name of the concept that the resource is about; `nil` if it names none.
  static func of(_ resource: TapeIndex, on tape: Tape) -> String? {
    guard let type = FHIRResourceType(tape, at: resource) else { return nil }
    switch type {
    case .allergyIntolerance:
      return member("substance", of: resource, on: tape) ?? member("code", of: resource, on: tape)
    case .condition, .diagnosticReport, .observation, .procedure:
      return member("code", of: resource, on: tape)
    case .coverage, .documentReference:
      return member("type", of: resource, on: tape)
        ?? notEmpty(tape.stringValue(tape.value(of: "description", in: resource)))
    case .immunization:
      return member("vaccineCode", of: resource, on: tape)
    case .medicationDispense, .medicationOrder, .medicationRequest, .medicationStatement:
      return MedicationReading(resource, on: tape).name
    }
  }

  /// The name of a CodeableConcept, or of a Coding: its text, else the first display.
  static func ofConcept(_ concept: TapeIndex, on tape: Tape) -> String? {
    guard concept.exists, tape.tag(concept) == .object else { return nil }
    if let text = notEmpty(tape.stringValue(tape.value(of: "text", in: concept))) { return text }
    if let display = notEmpty(tape.stringValue(tape.value(of: "display", in: concept))) { return display }
    return tape.items(of: tape.value(of: "coding", in: concept)).lazy.compactMap { coding in
      notEmpty(tape.stringValue(tape.value(of: "display", in: coding)))
    }.first
  }

  private static func member(_ name: StaticString, of resource: TapeIndex, on tape: Tape) -> String? {
    ofConcept(tape.value(of: name, in: resource), on: tape)
  }

  private static func notEmpty(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}
