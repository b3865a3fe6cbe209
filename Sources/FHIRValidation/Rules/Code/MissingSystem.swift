package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let missingSystem = Rule(
    "code/missing-system", .warning, .codeInvalid,
    summary: "a coding of a required binding has the right code and no system",
    checks: """
      Where a binding is required on a Coding or CodeableConcept, a coding must match the value set by its system and \
      its code. A coding without `system` is in no value set, even if its code is; it is reported here. In R4 that is \
      an error; in DSTU2 it is a warning, since published examples lack systems.
      """,
    matters: """
      Without its system a reader cannot look up the code, or distinguish it from the same code in another system.
      """,
    form: .resource("Patient"),
    example: """
      "maritalStatus": {
        "coding": [{ ~"code": "M" }]
      }
      """,
    bad: "", good: #""system": "http://hl7.org/fhir/v3/MaritalStatus", "#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportMissingSystem(_ value: TapeIndex, _ set: ValueSetRow, path: FindingPath) {
    let severity = schema.facts.demandsCodingSystem ? .error : Rule.missingSystem.severity
    if drops(Rule.missingSystem.id, severity) { return }
    report(
      Rule.missingSystem.id, severity, at: tape.range(value), path: path,
      """
      expected a system for the code, \(set.systems.alternatives) for the value set \(set.name), found \
      \(tape.excerpt(value)) alone
      """)
  }
}
