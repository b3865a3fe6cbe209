package import FHIRFindings

extension Rule {
  package static let malformedDocument = Rule(
    "source/malformed-document", .warning, .structure,
    summary: "a clinical document is not well-formed XML",
    checks: """
      A document of the Clinical Document Architecture is well-formed XML: each element and quotation is closed, each \
      attribute occurs once, and only the five predefined entities occur. A DOCTYPE with declarations, another encoding \
      than UTF-8, UTF-16, ISO-8859-1 and Windows-1252, and more than 1,000 elements in one another are not read: such a \
      document may be well-formed. Whether the document keeps the rules of its architecture is not judged.
      """,
    matters: """
      The document is listed, and no program can read it as XML. No record is missing because of it: records of FHIR \
      are not taken from such documents.
      """,
    bad: "<ClinicalDocument xmlns=\"urn:hl7-org:v3\"><title>Visit</ClinicalDocument>",
    good: "<ClinicalDocument xmlns=\"urn:hl7-org:v3\"><title>Visit</title></ClinicalDocument>",
    specification: "https://www.w3.org/TR/xml/#sec-well-formed")
}
