package import FHIRDiagnostics

extension Rule {
  /// Reports a code with stray white space.
  package static let invalidCode = Rule(
    "value/invalid-code", .error, .value,
    summary: "a code is not valid",
    explanation: Explanation(
      checks: """
        A code has at least one character, no white space at its ends, and inside only single spaces between other \
        characters; a tab or line break does not count as one. The rules of the group `code` check whether the element \
        allows the code.
        """,
      matters: """
        Codes are compared character for character, so " 8867-4" is not the LOINC code for heart rate. Fixed-width \
        columns in older systems add such spaces.
        """,
      type: "Observation",
      members: """
        "status": "final",
        "code": { "coding": [{ "system": "http://loinc.org", "code": ~ }] }
        """,
      bad: #"" 8867-4""#, good: #""8867-4""#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#code"))
}
