package import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape

extension Rule {
  /// Reports a required binding without any code.
  package static let missingCode = Rule(
    "code/missing-code", .error, .required,
    summary: "a required binding carries no code",
    explanation: Explanation(
      checks: """
        A Coding or CodeableConcept with a required binding has a code: text, a display or a system alone does not \
        meet the binding. An element that has nothing but extensions passes, as a code does that has only \
        extensions: they say why there is none. This concerns few elements, `Patient.maritalStatus` in DSTU2 and \
        `Condition.clinicalStatus` in R4 among them; most bindings of CodeableConcept are weaker.
        """,
      matters: """
        A required binding promises that a program can act on the code. Text alone can be shown to a person, and \
        nothing more.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "text": "Married" }
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }] }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/terminologies.html#required"))
}

extension Walker {
  @inline(never)
  mutating func reportMissingCode(_ value: Int, _ set: ValueSetRow) {
    if drops(.missingCode) { return }
    report(
      .missingCode, at: headRange(value), path: .element,
      "expected a coding with a code of the value set \(set.name), found none")
  }
}
