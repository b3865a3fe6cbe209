package import FHIRFindings

extension Rule {
  package static let malformedDocument = Rule(
    "source/malformed-document", .warning, .structure, summary: "a clinical document is not well-formed XML",
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

  package static let notJson = Rule(
    "source/not-json", .error, .notSupported, summary: "a file that should hold JSON has another format",
    checks: """
      A file whose name ends in .json, .ndjson or .jsonl, compressed or not, and each file that is named on the \
      command line, holds JSON. Other formats are recognised by their first bytes: FHIR XML, a tar archive, a PDF, \
      an image. Text of an unknown format is read as JSON, and the rules of the group json report its faults.
      """,
    matters: """
      The records in the file were not checked. A record in FHIR XML may be valid, but only JSON is read here: ask \
      its source for JSON, or convert it. Unpack an archive first.
      """,
    bad: "Patient-1.json  holds <Patient xmlns=\"http://hl7.org/fhir\"/>", good: "Patient-1.json",
    specification: "https://hl7.org/fhir/DSTU2/json.html")

  package static let undeclaredEntity = Rule(
    "source/undeclared-entity", .error, .value,
    summary: "an entry of an export.xml has a character reference that XML does not define",
    checks: """
      The only references in the values of an entry are `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and the numbers of \
      characters. Entities that the file declares are not read or expanded; the reference is kept as it is written.
      """,
    matters: """
      Apple Health declares no entities. Declared entities can refer to other files, or expand a few lines to gigabytes.
      """,
    bad: ExportExample.good.replacing("City Clinic", with: "City &clinic;")
      .replacing("<HealthData>", with: #"<!DOCTYPE HealthData [ <!ENTITY clinic "Clinic"> ]>\#n<HealthData>"#),
    good: ExportExample.good.replacing("City Clinic", with: "City &amp; Clinic"),
    specification: "https://www.w3.org/TR/xml/#sec-predefined-ent")

  package static let unsupportedEncoding = Rule(
    "source/unsupported-encoding", .error, .notSupported, summary: "an export.xml is not in UTF-8",
    checks: """
      An export.xml is written in UTF-8, and its first line names UTF-8 or no encoding. A file that names another \
      encoding is read as UTF-8; one in UTF-16 is not read.
      """,
    matters: "Apple Health writes UTF-8. Read in another encoding, the names of institutions change.",
    bad: ExportExample.good
      .replacing("<HealthData>", with: #"<?xml version="1.0" encoding="ISO-8859-1"?>\#n<HealthData>"#),
    good: ExportExample.good
      .replacing("<HealthData>", with: #"<?xml version="1.0" encoding="UTF-8"?>\#n<HealthData>"#),
    specification: "https://www.w3.org/TR/xml/#charencoding")
}

extension SourceFault {
  /// The fault of a file that is expected to hold JSON and has another kind; `nil` if it is read as JSON.
  package static func notJSON(_ kind: ContentKind) -> SourceFault? {
    guard !kind.isReadAsJSON else { return nil }
    return SourceFault(
      .notJson, 0,
      "expected FHIR JSON, found \(kind.phrase), which was not judged" + (kind.remedy.map { "; \($0)" } ?? ""))
  }
}
