package import FHIRDiagnostics

extension Rule {
  /// Reports an extension value of a type that DSTU2 does not allow.
  package static let valueType = Rule(
    "extension/value-type", .error, .extension,
    summary: "the type of an extension's value is not allowed",
    explanation: Explanation(
      checks: """
        The type at the end of `value[x]` in an extension is one of the data types that DSTU2 allows there. Types of \
        later releases, such as url, canonical or Dosage, are refused, and so is uuid, which DSTU2 leaves out of the \
        list.
        """,
      matters: """
        A reader of DSTU2 cannot decode the value and drops the extension or the whole record. For a URL use \
        `valueUri`.
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
