package import FHIRDiagnostics

extension Rule {
  /// Reports: an extension stands where its definition does not allow it.
  package static let profileExtensionContext = Rule(
    "profile/extension-context", .error, .extension,
    summary: "an extension stands where its definition does not allow it",
    explanation: Explanation(
      checks: """
        The definition of an extension says on which elements, and in which extensions, it may stand. This is checked \
        for extensions whose definitions are at hand.
        """,
      matters: """
        A reader looks for the extension where it belongs and does not find it.
        """,
      bad: ProfileExample.text(
        """

        """,
        record: """
          "extension": [{ "url": "http://example.org/of-names", "valueString": "a" }]
          """),
      good: ProfileExample.text(
        """

        """,
        record: """
          "name": [{ "text": "Ada", "extension": [{ "url": "http://example.org/of-names", "valueString": "a" }] }]
          """),
      specification: "https://hl7.org/fhir/R4/extensibility.html"))
}
