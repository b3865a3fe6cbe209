import FHIRValidation
import Testing

struct OverlappingRequestsTests {
  @Test func reportsTheSecond() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "PUT", "url": "Patient/1" }
            },
            {
              "request": { "method": "DELETE", "url": «"Patient/1"» }
            }
          ]
        }
        """,
      [ExpectedFinding(.overlappingRequests, path: "Bundle.entry[1].request.url")])
  }

  @Test func requiresNothingInABatch() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "batch",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "PUT", "url": "Patient/1" }
            },
            {
              "request": { "method": "DELETE", "url": "Patient/1" }
            }
          ]
        }
        """)
  }
}
