package import FHIRDiagnostics
import FHIRNarrative

extension Rule {
  /// Reports a style that loads something from outside the record or runs code.
  package static let externalStyle = Rule(
    "narrative/external-style", .error, .invariant,
    summary: "a style in a narrative loads something from elsewhere or runs code",
    explanation: Explanation(
      checks: """
        A `style` has no `url(...)` except for embedded images, `data:image/...`, no `@import`, and no code: \
        `expression(...)`, `behavior`, `-moz-binding`. They are found behind comments and escapes of CSS, too.
        """,
      matters: """
        An external style can change what a signed narrative shows, and loading it tells a third party who reads which \
        record.
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

extension RecordCursor {
  @inline(never)
  mutating func reportExternalStyle(_ fault: NarrativeFault, in place: NarrativePlace) {
    if drops(.externalStyle) { return }
    report(
      .externalStyle, fault, in: place,
      "expected a style that loads nothing and runs no code, found '\(place.text(fault.range))'")
  }
}
