package import FHIRDiagnostics
import FHIRTape

extension Rule {
  /// Reports a link that stands twice.
  package static let duplicateRelation = Rule(
    "bundle/duplicate-link", .warning, .duplicate,
    summary: "two links lead to what there is only one of",
    explanation: Explanation(
      checks: """
        Among the links of a Bundle or an entry, `self`, `first`, `last`, `next`, and `prev` or `previous` stand at \
        most once each.
        """,
      matters: """
        There is only one next page. A client takes one of the two and never sees the other.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "link": [
            { "relation": "next", "url": "http://example.org/fhir/Patient?page=1" },
            { "relation": "next", "url": "http://example.org/fhir/Patient?page=2" }
          ],
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """#,
      good: #"""
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "link": [
            { "relation": "self", "url": "http://example.org/fhir/Patient?page=1" },
            { "relation": "next", "url": "http://example.org/fhir/Patient?page=2" }
          ],
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/bundle.html"))
}

extension Walker {
  @inline(never)
  mutating func reportDuplicateRelation(_ value: Int, path: FindingPath) {
    if drops(.duplicateRelation) { return }
    report(
      .duplicateRelation, at: tape.range(value), path: path,
      "expected this relation once, found \(tape.excerpt(value)) again")
  }
}
