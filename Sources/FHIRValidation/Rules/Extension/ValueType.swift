package import FHIRFindings

extension Rule {
  package static let valueType = Rule(
    "extension/value-type", .error, .extension, summary: "the type of an extension's value is not allowed",
    checks: """
      The type at the end of `value[x]` in an extension is one of the data types that the record's release allows \
      there. DSTU2 has none of R4's url, canonical and Dosage, and leaves uuid out of the list; R4 allows all four.
      """,
    matters: """
      A reader of that release cannot decode the value and drops the extension or the whole record. For a URL in DSTU2 \
      use `valueUri`.
      """,
    form: .resource("Patient"),
    bad: #""extension": [{ "url": "http://example.org/homepage", "valueUrl": "http://example.org/ann" }]"#,
    good: #""extension": [{ "url": "http://example.org/homepage", "valueUri": "http://example.org/ann" }]"#,
    specification: "https://hl7.org/fhir/DSTU2/extensibility.html")
}
