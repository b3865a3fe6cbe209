package import FHIRFindings

extension Rule {
  /// Reports half of a surrogate pair.
  package static let loneSurrogate = Rule(
    "json/lone-surrogate", .fatal, .structure,
    summary: "a string holds half of a surrogate pair",
    explanation: Explanation(
      checks: #"""
        A `\uD800` to `\uDBFF` escape is followed at once by one from `\uDC00` to `\uDFFF`, and the second kind \#
        never stands alone. Together they write one character; half of a pair writes none.
        """#,
      matters: """
        Half of a pair has no form in UTF-8, so the text cannot be stored, compared or displayed unchanged. The usual \
        cause is text that was cut after a fixed number of UTF-16 units.
        """,
      bad: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann \uD83D" }]
        }
        """#,
      good: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann \uD83D\uDE00" }]
        }
        """#,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-8.2"))
}
