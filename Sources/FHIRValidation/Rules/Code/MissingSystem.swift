package import FHIRDiagnostics
import FHIRSchema
import FHIRTape

extension Rule {
  /// Reports a coding that matches a required binding by its code alone.
  package static let missingSystem = Rule(
    "code/missing-system", .warning, .codeInvalid,
    summary: "a coding of a required binding has the right code and no system",
    explanation: Explanation(
      checks: """
        Where a binding is required on a Coding or CodeableConcept, a coding is in the value set by its system and its \
        code together. A code that the value set has, in a coding without `system`, is taken for the one that is \
        meant, and said.
        """,
      matters: """
        A code says nothing by itself: without its system a reader cannot look it up, nor tell it from the same \
        letters in another system.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "maritalStatus": {
            "coding": [{ "code": "M" }]
          }
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "maritalStatus": {
            "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }]
          }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/terminologies.html"))
}

extension Walker {
  @inline(never)
  mutating func reportMissingSystem(_ value: Int, _ set: ValueSetRow, path: FindingPath) {
    if drops(.missingSystem) { return }
    report(
      .missingSystem, at: tape.range(value), path: path,
      """
      expected the system of the code too, \(set.systems.alternatives) for the value set \(set.name), found \
      \(tape.excerpt(value)) alone
      """)
  }
}
