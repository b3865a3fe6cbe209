package import FHIRFindings

extension Rule {
  /// Reports an input that holds no value at all.
  package static let emptyInput = Rule(
    "json/empty-input", .fatal, .structure,
    summary: "the input is empty",
    explanation: Explanation(
      checks: """
        The input has at least one JSON value. No bytes at all, or nothing but white space, is reported once for the \
        whole input.
        """,
      matters: """
        An empty file is usually the result of a failed download or extraction. Counting it as valid would hide that a \
        record was lost.
        """,
      bad: "⟨20⟩",
      good: #"{ "resourceType": "Patient" }"#,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-2"))
}
