package import FHIRDiagnostics

extension Rule {
  /// Reports a string of more than one mebibyte.
  package static let stringTooLong = Rule(
    "value/string-too-long", .error, .tooLong,
    summary: "a string is longer than one mebibyte",
    explanation: Explanation(
      checks: """
        A string has at most 1,048,576 bytes (1 MiB) of UTF-8. The limit is for the types string, markdown and \
        code; base64Binary and uri have none. In the example ⟨61 × 1048577⟩ stands for that many letters "a".
        """,
      matters: """
        The specification sets this limit so that receivers can plan their storage. A database may cut off longer \
        text, which is often a document that belongs in an Attachment or a Binary.
        """,
      type: "Observation",
      members: """
        "status": "final",
        "code": { "text": "Body weight" },
        "comments": ~
        """,
      bad: #""⟨61 × 1048577⟩""#, good: #""⟨61 × 1048576⟩""#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#string"))
}
