package import FHIRFindings

extension Rule {
  /// Reports nesting beyond the configured depth.
  package static let tooDeep = Rule(
    "limit/too-deep", .fatal, .tooLong,
    summary: "arrays and objects are nested too deeply",
    explanation: Explanation(
      checks: """
        Arrays and objects are nested at most as deep as the limit allows, 200 levels unless configured otherwise. \
        The record is read no further than the bracket that goes too deep. The example is for a limit of 4.
        """,
      matters: """
        No clinical record is nearly as deep; such input is damaged or hostile. The limit keeps it from exhausting the \
        reader, and common JSON readers have similar limits.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "contact": [{ "name": { "family": ["Chalmers"] } }]
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "contact": [{ "name": { "text": "Chalmers" } }]
        }
        """,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-9"))
}
