package import FHIRFindings

extension Rule {
  /// Reports input that ends before its value does.
  package static let unexpectedEnd = Rule(
    "json/unexpected-end", .fatal, .structure,
    summary: "the input ends inside a value",
    explanation: Explanation(
      checks: """
        Every string, array and object that was opened is closed before the input ends. The finding is at the end of \
        the input, where the missing part should be.
        """,
      matters: """
        The record was truncated in transfer or while it was written. The rest may look complete, but lacks an unknown \
        number of elements.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "gender": "female"
        """,
      good: """
        {
          "resourceType": "Patient",
          "gender": "female"
        }
        """,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-2"))
}
