package import FHIRDiagnostics

extension Rule {
  /// Reports an extension value of a type that the release does not allow.
  package static let valueType = Rule(
    "extension/value-type", .error, .extension,
    summary: "the type of an extension's value is not allowed",
    explanation: Explanation(
      checks: """
        The type at the end of `value[x]` in an extension is one of the data types that the release allows there. \
        DSTU2 has no url, canonical or Dosage, and leaves uuid out of its list; R4 allows all of them.
        """,
      matters: """
        A reader cannot decode the value and drops the extension or the whole record. For a URL use `valueUri`, \
        which both releases have.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/homepage", "valueUrl": "http://example.org/ann" }]
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/homepage", "valueUri": "http://example.org/ann" }]
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/extensibility.html"))
}
