package import FHIRFindings

extension Rule {
  package static let declaration = Rule(
    "narrative/declaration", .error, .structure, summary: "a narrative holds a declaration or a processing instruction",
    checks: "There is no `<?xml ...?>`, no other processing instruction and no `<!DOCTYPE ...>` in the narrative.",
    matters: """
      A narrative is part of a document, where XML allows no declarations. A document type could also define entities \
      that expand to gigabytes.
      """,
    form: .narrative, example: #"~<div xmlns=\"http://www.w3.org/1999/xhtml\">Blood pressure: 120/80</div>"#,
    bad: #"<?xml version=\"1.0\"?>"#, good: "",
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")
}
