import Diagnostics

extension Rule {
  /// Reports an extension without url.
  package static let missingUrl = Rule(
    "extension/missing-url", .error, .extension,
    summary: "an extension does not say what it means",
    explanation: Explanation(
      checks: """
        Every extension has a `url`, the name of its definition, also inside another extension and in \
        `modifierExtension`. This is reported here and not as a missing element.
        """,
      matters: """
        The url is the whole meaning of an extension. Without it the value is a word without a sentence, and in a \
        `modifierExtension` the receiver cannot tell what was modified.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "extension": [{ "valueString": "Lutheran" }]
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/religion", "valueString": "Lutheran" }]
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/extensibility.html"))
}
