package import FHIRFindings

extension Rule {
  package static let notJson = Rule(
    "source/not-json", .error, .notSupported,
    summary: "a file that should hold JSON has another format",
    checks: """
      A file whose name ends in .json, .ndjson or .jsonl, compressed or not, and each file that is named on the \
      command line, holds JSON. Other formats are recognised by their first bytes: FHIR XML, a tar archive, a PDF, \
      an image. Text of an unknown format is read as JSON, and the rules of the group json report its faults.
      """,
    matters: """
      The records in the file were not checked. A record in FHIR XML may be valid, but only JSON is read here: ask \
      its source for JSON, or convert it. Unpack an archive first.
      """,
    bad: "Patient-1.json  holds <Patient xmlns=\"http://hl7.org/fhir\"/>",
    good: "Patient-1.json",
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension SourceFault {
  /// The fault of a file that is expected to hold JSON, because of its name or because the caller named it, and has
  /// another kind; `nil` if it is read as JSON.
  package static func notJSON(_ kind: ContentKind) -> SourceFault? {
    guard !kind.isReadAsJSON else { return nil }
    return SourceFault(
      .notJson, 0,
      "expected FHIR JSON, found \(kind.phrase), which was not judged" + (kind.remedy.map { "; \($0)" } ?? ""))
  }
}
