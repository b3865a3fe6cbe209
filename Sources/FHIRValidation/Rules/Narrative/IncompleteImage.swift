package import FHIRFindings

extension Rule {
  package static let incompleteImage = Rule(
    "narrative/incomplete-image", .warning, .required, summary: "an image lacks its source",
    checks: """
      An `img` has the attribute `src`. The schema of XHTML demands `alt` as well, but the specification's own page \
      shows images without it, so this rule does not require it.
      """,
    matters: "There is nothing to show. If the narrative has only this image, people cannot read the record.",
    form: .narrative, bad: #"<div xmlns=\"http://www.w3.org/1999/xhtml\">Scan: <img alt=\"A clear scan\"/></div>"#,
    good:
      #"<div xmlns=\"http://www.w3.org/1999/xhtml\">Scan: <img src=\"http://example.org/scan.png\" alt=\"A clear scan\"/></div>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")
}
