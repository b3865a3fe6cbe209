package import FHIRFindings

extension Rule {
  /// Reports a byte order mark before the document.
  package static let byteOrderMark = Rule(
    "json/byte-order-mark", .warning, .structure,
    summary: "the input begins with a byte order mark",
    explanation: Explanation(
      checks: """
        The input does not begin with the three bytes EF BB BF. They are reported and skipped, and everything after \
        them is judged as usual. In the example ⟨EF BB BF⟩ stands for these bytes.
        """,
      matters: """
        JSON that is exchanged must not begin with this mark, and strict readers refuse it. It has no use, as UTF-8 \
        has only one byte order; some editors on Windows add it.
        """,
      bad: #"⟨EF BB BF⟩{ "resourceType": "Patient" }"#,
      good: #"{ "resourceType": "Patient" }"#,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-8.1"))
}
