import FHIRSchema
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

  /// A notification of a subscription is a history whose first entry says its status.
  @Test(arguments: [FHIRRelease.r4, .r4b])
  func acceptsANotification(release: FHIRRelease) {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "history",
          "entry": [
            {
              "fullUrl": "urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7",
              "resource": { "resourceType": "Parameters", "parameter": [{ "name": "type", "valueCode": "heartbeat" }] },
              "request": { "method": "GET", "url": "Subscription/1/$status" },
              "response": { "status": "200" }
            }
          ]
        }
        """, release: release, options: .withoutRecommendations)
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
