package import FHIRFindings

extension Rule {
  /// Reports a bare word other than true, false and null.
  package static let invalidLiteral = Rule(
    "json/invalid-literal", .fatal, .structure,
    summary: "a bare word is not true, false or null",
    explanation: Explanation(
      checks: """
        The only words that are allowed without quotes are `true`, `false` and `null`, in lower case and in full. \
        `NaN`, `Infinity`, `True`, `None`, `undefined` and similar words are reported as one word.
        """,
      matters: """
        Such words come from writers that print the values of a programming language and call it JSON. In FHIR a \
        measurement that is not a number has no value but a `dataAbsentReason`.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "active": True
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "active": true
        }
        """,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-3"))
}
