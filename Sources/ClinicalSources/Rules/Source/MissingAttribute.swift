package import FHIRFindings

extension Rule {
  package static let missingAttribute = Rule(
    "source/missing-attribute", .error, .required,
    summary: "an entry of an export.xml lacks an attribute",
    checks: """
      An entry has `type`, `identifier`, `sourceName`, `sourceURL`, `fhirVersion`, `receivedDate` and \
      `resourceFilePath`, and only `sourceURL` may be empty.
      """,
    matters: "These facts are nowhere else: the JSON names neither the institution nor the version of FHIR.",
    bad: """
      <!-- export.xml -->
      <HealthData>
      <ClinicalRecord type="Patient" identifier="a" sourceURL="https://example.org/fhir/Patient/a"
        fhirVersion="1.0.2" receivedDate="2021-03-04 05:06:07 +0100"
        resourceFilePath="/clinical-records/a.json"/>
      </HealthData>
      <!-- clinical-records/a.json -->
      { "resourceType": "Patient", "id": "a", "gender": "female" }
      """,
    good: ExportExample.good,
    specification: "https://developer.apple.com/documentation/healthkit/hkclinicalrecord")
}

extension ExportScanner {
  /// Checks whether a stub has an attribute, and whether it is empty.
  mutating func checkAttribute(_ attribute: StubAttribute, _ value: Range<Int>?, isBroken: Bool, _ start: Int) {
    // The source URL may be unknown.
    guard value == nil && !isBroken || value?.isEmpty == true && attribute != .sourceURL else { return }
    report(
      .missingAttribute, at: start..<start + "<ClinicalRecord".utf8.count, path: attribute.rawValue,
      "expected '\(attribute.rawValue)', which every entry must have, found \(value == nil ? "none" : "an empty one")")
  }
}
