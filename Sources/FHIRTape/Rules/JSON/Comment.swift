package import FHIRFindings

extension Rule {
  /// Reports a comment, which JSON does not have.
  package static let comment = Rule(
    "json/comment", .fatal, .structure,
    summary: "the input holds a comment",
    explanation: Explanation(
      checks: """
        The input holds no `//` line and no `/* */` block between tokens. The same characters inside a string are \
        ordinary text.
        """,
      matters: """
        JSON has no comments, so a conforming reader refuses the document. DSTU2 has its own place for comments: an \
        array of strings under the key `fhir_comments`, which any element may have.
        """,
      bad: """
        {
          // registered by telephone
          "resourceType": "Patient"
        }
        """,
      good: """
        {
          "fhir_comments": ["registered by telephone"],
          "resourceType": "Patient"
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/json.html"))
}
