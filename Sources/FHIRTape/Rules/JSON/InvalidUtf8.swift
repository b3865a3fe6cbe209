package import FHIRFindings

extension Rule {
  /// Reports bytes that are not UTF-8.
  package static let invalidUtf8 = Rule(
    "json/invalid-utf8", .fatal, .structure,
    summary: "the input is not UTF-8",
    explanation: Explanation(
      checks: """
        All bytes form well-formed UTF-8: no stray or missing continuation bytes, no overlong forms, no surrogates, \
        nothing above U+10FFFF. In the example ⟨E9⟩ stands for that single byte, which is an e with an acute accent \
        in Latin-1.
        """,
      matters: """
        FHIR fixes UTF-8 for JSON. A file in Latin-1 or Windows-1252 is readable until the first accent or micro sign; \
        from there a reader that guesses the encoding alters the record.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ren⟨E9⟩" }]
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ren⟨C3 A9⟩" }]
        }
        """,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-8.1"))
}
