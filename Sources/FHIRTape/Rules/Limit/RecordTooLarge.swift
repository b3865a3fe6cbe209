package import FHIRFindings

extension Rule {
  /// Reports a record beyond the configured size.
  package static let recordTooLarge = Rule(
    "limit/record-too-large", .fatal, .tooLong,
    summary: "a record is too large",
    explanation: Explanation(
      checks: """
        A single record has at most as many bytes as the limit allows, 64 MiB unless configured otherwise, and its \
        index, eight bytes for each key, value and bracket, is no larger either. A larger one is skipped and the \
        records after it are read. A Bundle, an array or an NDJSON file as a whole may be of any size. The example is \
        for a limit of 60 bytes.
        """,
      matters: """
        Memory use depends on the largest single record, so this limit bounds it. A record of that size nearly always \
        contains an image or a document that belongs in a Binary.
        """,
      bad: #"{ "resourceType": "Patient", "id": "a-rather-long-id-for-a-patient" }"#,
      good: #"{ "resourceType": "Patient", "id": "a" }"#,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-9"))
}
