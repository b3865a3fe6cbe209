import FHIRValidation
import Testing

struct UnknownLinkTests {
  @Test func reportsAMisspeltName() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "link": [
            { "relation": «"slef"», "url": "http://example.org/fhir/Patient?page=1" }
          ],
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.unknownRelation, path: "Bundle.link[0].relation", messageContains: "slef")])
  }

  @Test func acceptsRegisteredNamesAndURIs() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "link": [
            { "relation": "self", "url": "http://example.org/fhir/Patient?page=1" },
            { "relation": "previous", "url": "http://example.org/fhir/Patient?page=2" },
            { "relation": "http://example.org/relation", "url": "http://example.org/fhir/Patient?page=3" },
            { "relation": "Next", "url": "http://example.org/fhir/Patient?page=4" }
          ],
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "link": [{ "relation": "alternate", "url": "http://example.org/a" }]
            }
          ]
        }
        """)
  }
}
