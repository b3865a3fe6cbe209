package import FHIRDiagnostics

extension Rule {
  /// Reports text that is not base64.
  package static let invalidBase64 = Rule(
    "value/invalid-base64", .error, .value,
    summary: "a base64Binary is not valid",
    explanation: Explanation(
      checks: """
        The text uses the 64 characters of the standard alphabet, with `+` and `/`, and is padded with `=` to a \
        multiple of four. The URL-safe alphabet with `-` and `_` is refused. White space may fold long data into \
        lines, and the bits of the last character that belong to no byte are zero.
        """,
      matters: """
        Readers cannot open a document or image that cannot be decoded, often a whole clinical note. A wrong length is \
        a sign that the data was cut off.
        """,
      type: "Patient", bad: #""photo": [{ "contentType": "text/plain", "data": "aGVsbG8" }]"#,
      good: #""photo": [{ "contentType": "text/plain", "data": "aGVsbG8=" }]"#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#base64binary"))
}
