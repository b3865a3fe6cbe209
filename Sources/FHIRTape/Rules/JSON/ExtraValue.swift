package import FHIRFindings

extension Rule {
  /// Reports something after the end of the document.
  package static let extraValue = Rule(
    "json/extra-value", .fatal, .structure,
    summary: "something follows the end of the document",
    explanation: Explanation(
      checks: """
        Only white space follows the top-level value. The exception is NDJSON, which is recognised by its lines: each \
        holds one complete value, and a line may not hold two.
        """,
      matters: """
        Usually a program appended to a file that it should have replaced. A reader that reads only the first document \
        loses records without notice.
        """,
      bad: """
        { "resourceType": "Patient", "id": "a" } { "resourceType": "Patient", "id": "b" }
        """,
      good: """
        { "resourceType": "Patient", "id": "a" }
        { "resourceType": "Patient", "id": "b" }
        """,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-2"))
}
