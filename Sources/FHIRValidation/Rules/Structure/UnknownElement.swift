package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let unknownElement = Rule(
    "structure/unknown-element", .error, .structure, summary: "the type has no element of this name",
    checks: """
      Every key of an object is an element of its type, in exactly its upper and lower case, or `resourceType` in a \
      resource. A key that begins with `_` belongs to a primitive element, and in DSTU2 `fhir_comments` is allowed in \
      any element; R4 does not have it.
      """,
    matters: """
      Readers ignore keys that they do not know, so the content of a misspelt or foreign key is lost without notice. \
      Note the spellings of DSTU2: `lastOccurence` in AllergyIntolerance, `notes` in Condition, `comments` in \
      Observation.
      """,
    form: .resource("Patient"), bad: #""birthdate": "1970-03-30""#, good: #""birthDate": "1970-03-30""#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension RecordCursor {
  /// Reports a key that names no member: a variant that a choice does not allow, or an unknown name. Returns the bit of
  /// the choice that it tries to fill, so that this is not reported as missing too.
  @inline(never) mutating func reportUnknown(_ key: TapeIndex, of type: TypeID) -> UInt64 {
    let name = tape.string(key)
    var slot: UInt64 = 0
    if let element = choiceElement(of: name, in: type) {
      reportChoiceType(key, element, of: type)
      let elements = schema.elements(of: type)
      if let place = elements.firstIndex(where: { $0.name == element.name }) {
        slot = 1 << UInt64(place - elements.startIndex)
      }
    } else if !drops(.unknownElement) {
      var message = "expected an element of \(schema.typeNames[type]), found '\(name.clipped)'"
      if findings.takeHint(), let hint = NameHint.element(name, of: type, in: schema) { message += "; \(hint)" }
      report(.unknownElement, at: tape.range(key), path: .key(name.clipped), "\(message)")
    }
    reportDuplicateKeys(in: key.value)
    return slot
  }
}
