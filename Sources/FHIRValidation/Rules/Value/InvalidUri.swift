package import FHIRDiagnostics

extension Rule {
  /// Reports a uri that is not well-formed.
  package static let invalidUri = Rule(
    "value/invalid-uri", .error, .value,
    summary: "a uri is not valid",
    explanation: Explanation(
      checks: """
        A uri holds no white space, no control characters and none of the ASCII characters that RFC 3986 excludes, \
        such as `<`, `{` and `|`; a `%` is followed by two hexadecimal digits. It may be relative. Letters beyond \
        ASCII are allowed, and so is `|` in a query, where searches put it between system and code. Whether the URL \
        exists is not checked.
        """,
      matters: """
        URIs name code systems, identifiers and extensions, and are compared character by character. A space at the \
        end makes a known code system unknown.
        """,
      type: "Patient", bad: #""identifier": [{ "system": "http://example.org/medical record", "value": "12" }]"#,
      good: #""identifier": [{ "system": "http://example.org/medical-record", "value": "12" }]"#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#uri"))
}
