import FHIRValidation
import Testing

struct DuplicateLinkTests {
  @Test func reportsTheSecond() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "link": [
            { "relation": "next", "url": "http://example.org/fhir/Patient?page=1" },
            { "relation": «"next"», "url": "http://example.org/fhir/Patient?page=2" }
          ],
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.duplicateRelation, path: "Bundle.link[1].relation")])
  }

  @Test func knowsTwoNamesForOne() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "link": [
            { "relation": "prev", "url": "http://example.org/fhir/Patient?page=1" },
            { "relation": «"previous"», "url": "http://example.org/fhir/Patient?page=2" }
          ],
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.duplicateRelation)])
  }

  @Test func acceptsRelationsThatMayRepeat() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "link": [
            { "relation": "alternate", "url": "http://example.org/fhir/Patient?page=1" },
            { "relation": "alternate", "url": "http://example.org/fhir/Patient?page=2" },
            { "relation": "self", "url": "http://example.org/fhir/Patient?page=3" }
          ],
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """)
  }
}
