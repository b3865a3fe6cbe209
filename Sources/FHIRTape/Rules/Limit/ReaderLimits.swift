package import FHIRFindings

extension Rule {
  package static let recordTooLarge = Rule(
    "limit/record-too-large", .fatal, .tooLong, summary: "a record is too large",
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
    example: #"{ "resourceType": "Patient", "id": "a~" }"#, bad: "-rather-long-id-for-a-patient", good: "",
    specification: "https://www.rfc-editor.org/rfc/rfc8259#section-9")

  package static let tooDeep = Rule(
    "limit/too-deep", .fatal, .tooLong, summary: "arrays and objects are nested too deeply",
    checks: """
      Arrays and objects are nested at most as deep as the limit allows, 200 levels unless configured otherwise. \
      The record is read no further than the bracket that goes too deep. The example is for a limit of 4.
      """,
    matters: """
      No clinical record is nearly as deep; such input is damaged or hostile. The limit keeps it from exhausting the \
      reader, and common JSON readers have similar limits.
      """,
    example: """
      {
        "resourceType": "Patient",
        "contact": [{ "name": { ~ } }]
      }
      """,
    bad: #""family": ["Chalmers"]"#, good: #""text": "Chalmers""#,
    specification: "https://www.rfc-editor.org/rfc/rfc8259#section-9")
}
