import Diagnostics
import FHIRSchema
import JSONTape

extension Rule {
  /// Reports a code that its own system does not have in an extensible value set.
  package static let notInExtensibleValueSet = Rule(
    "code/not-in-extensible-value-set", .warning, .codeInvalid,
    summary: "the code is not in the extensible value set",
    explanation: Explanation(
      checks: """
        Where DSTU2 binds an element to a value set as extensible, a code from a system of that set is one of the \
        set's codes. A code of any other system is accepted, because the set may be extended when it lacks the \
        concept.
        """,
      matters: """
        A code that claims a system which does not have it is most likely misspelt, or from another version. That \
        cannot be proved offline in every case, so it is a warning.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "interpretation": { "coding": [{ "system": "http://hl7.org/fhir/v2/0078", "code": "HIGH" }] }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "interpretation": { "coding": [{ "system": "http://hl7.org/fhir/v2/0078", "code": "H" }] }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/terminologies.html#extensible"))
}

extension Walker {
  @inline(never)
  mutating func reportNotInExtensibleValueSet(_ value: Int, _ set: ValueSetRow, path: FindingPath) {
    if drops(.notInExtensibleValueSet) { return }
    report(
      .notInExtensibleValueSet, at: tape.range(value), path: path,
      "expected a code that the value set \(set.name) takes from this system, found \(tape.excerpt(value))")
  }
}
