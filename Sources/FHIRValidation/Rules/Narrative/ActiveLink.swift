package import FHIRFindings

extension Rule {
  package static let activeLink = Rule(
    "narrative/active-link", .error, .invariant, summary: "a link in a narrative runs code",
    checks: """
      No link, image or citation begins with `javascript:`, `vbscript:` or a similar scheme, in any spelling, even if \
      hidden behind character references and white space, and `data:` holds only images.
      """,
    matters: """
      A reader who follows such a link runs code in the software that shows the record, with the reader's own rights.
      """,
    form: .narrative,
    bad: #"<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"javascript:alert(1)\">Details</a></div>"#,
    good: #"<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"http://example.org/details\">Details</a></div>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")
}
