package import FHIRFindings
import FHIRPath

extension Rule {
  package static let externalStyle = Rule(
    "narrative/external-style", .error, .invariant,
    summary: "a style in a narrative loads something from elsewhere or runs code",
    checks: """
      A `style` has no `url(...)` with an absolute address, except for embedded images, `data:image/...`, no \
      `@import`, and no code: `expression(...)`, `behavior`, `-moz-binding`. They are found behind comments and \
      escapes of CSS, too. A relative address, as in `url(line.png)`, is a note only: it loads from the place of the \
      page, and the narratives of published guides have such images.
      """,
    matters: """
      An external style can change what a signed narrative shows, and loading it tells a third party who reads which \
      record. A relative address shows nothing where the image does not lie beside the page.
      """,
    form: .narrative, example: #"<div xmlns=\"http://www.w3.org/1999/xhtml\">~120/80</p></div>"#,
    bad: #"<p style=\"background: url(http://example.org/a.png)\">"#, good: #"<p style=\"background: #eeeeee\">"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html#css")
}

extension RecordCursor {
  @inline(never)
  mutating func reportExternalStyle(_ fault: NarrativeFault, in place: NarrativePlace) {
    let severity = fault.kind == .relativeStyle ? .information : Rule.externalStyle.severity
    if drops(Rule.externalStyle.id, severity) { return }
    report(
      Rule.externalStyle.id, severity, at: place.range(fault.range), path: place.path,
      "expected a style that loads nothing and runs no code, found '\(place.text(fault.range))'")
  }
}
