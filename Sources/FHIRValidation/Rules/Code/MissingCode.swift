package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let missingCode = Rule(
    "code/missing-code", .error, .required, summary: "an element with a required binding has no code",
    checks: """
      A Coding or CodeableConcept with a required binding has a code: a text, a display or a system alone does not \
      meet the binding, also where the codes of the value set are not known. An element or a code that has only \
      extensions passes, as they say why there is no code. This concerns few elements, such as `Patient.maritalStatus` \
      in DSTU2 and `Condition.clinicalStatus` in R4; most bindings of CodeableConcept are weaker.
      """,
    matters: "A required binding guarantees a code that programs can interpret. A program can only display a text.",
    form: .resource("Patient"), bad: #""maritalStatus": { "text": "Married" }"#,
    good: #""maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }] }"#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies.html#required")
}

extension RecordCursor {
  @inline(never)
  mutating func reportMissingCode(_ value: TapeIndex, _ set: ValueSetRow) {
    if drops(.missingCode) { return }
    report(
      .missingCode, at: headRange(value), path: .element,
      "expected a coding with a code of the value set \(set.name), found none")
  }
}
