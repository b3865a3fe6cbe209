import FHIRValidation
import Testing

struct UnexpectedResourceTests {
  @Test func reportsAGet() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "batch",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": «{» "resourceType": "Patient", "id": "1" },
              "request": { "method": "GET", "url": "Patient/1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.unexpectedResource, path: "Bundle.entry[0].resource", messageContains: "GET")])
  }

  @Test func acceptsItInAHistory() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "history",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "DELETE", "url": "Patient/1" }
            }
          ]
        }
        """)
  }
}
