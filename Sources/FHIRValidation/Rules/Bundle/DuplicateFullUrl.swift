import Diagnostics
import FHIRSchema
import FHIRView
import JSONTape

extension Rule {
  /// Reports an address that two entries have.
  package static let duplicateFullURL = Rule(
    "bundle/duplicate-full-url", .error, .duplicate,
    summary: "two entries have the same fullUrl and version",
    explanation: Explanation(
      checks: """
        No two entries have the same `fullUrl`, unless their resources differ in `meta.versionId`: invariant bdl-7. \
        Upper and lower case count.
        """,
      matters: """
        A reference to that address means one of them, and nobody can tell which.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "active": true }
            }
          ]
        }
        """#,
      good: #"""
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/2",
              "resource": { "resourceType": "Patient", "id": "2", "active": true }
            }
          ]
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/bundle.html#bundle-unique"))
}

extension Walker {
  /// The path stands at the entry.
  @inline(never)
  mutating func reportDuplicateFullURL(_ value: Int) {
    report(
      .duplicateFullURL, at: tape.range(value), path: path.text(schema) + ".fullUrl",
      "expected an address that no other entry of the same version has, found \(tape.excerpt(value)) again")
  }
}
