package import FHIRDiagnostics

extension Rule {
  /// Reports an extension value of a type that the release does not allow.
  package static let valueType = Rule(
    "extension/value-type", .error, .extension,
    summary: "the type of an extension's value is not allowed",
    explanation: Explanation(
      checks: """
        The type at the end of `value[x]` in an extension is one of the data types that the release of the record \
        allows there. DSTU2 knows none of R4's url, canonical and Dosage, and leaves uuid out of the list; R4 allows \
        all four.
        """,
      matters: """
        A reader of that release has no type to read the value with and drops the extension, or the whole record. In \
        DSTU2 an address goes into `valueUri`.
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
