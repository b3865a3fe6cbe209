package import FHIRDiagnostics
import FHIRNarrative

extension Rule {
  /// Reports a style that reaches out of the record.
  package static let externalStyle = Rule(
    "narrative/external-style", .error, .invariant,
    summary: "a style in a narrative brings in something from elsewhere",
    explanation: Explanation(
      checks: """
        A `style` has no `url(...)` but for images that it holds itself as `data:image/...`, no `@import`, and nothing \
        that runs: `expression(...)`, `behavior`, `-moz-binding`. Comments and escapes of CSS hide nothing.
        """,
      matters: """
        A style from elsewhere can change what the narrative seems to say after it was signed, and loading it tells \
        others who reads which record.
        """,
      bad: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p style=\"background: url(http://example.org/a.png)\">120/80</p></div>"
          }
        }
        """#,
      good: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p style=\"background: #eeeeee\">120/80</p></div>"
          }
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/narrative.html#css"))
}

extension Walker {
  @inline(never)
  mutating func reportExternalStyle(_ fault: NarrativeFault, in place: NarrativePlace) {
    if drops(.externalStyle) { return }
    report(
      .externalStyle, fault, in: place,
      "expected a style that stands by itself, found '\(place.text(fault.range))'")
  }
}
