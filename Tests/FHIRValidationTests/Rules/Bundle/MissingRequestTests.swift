import FHIRValidation
import Testing

struct MissingRequestTests {
  @Test func reportsAnEntryWithoutRequest() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            «{»
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.missingRequest, path: "Bundle.entry[0]")])
  }

  @Test func reportsItIfTheTypeComesLast() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "entry": [
            «{»
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ],
          "type": "batch"
        }
        """,
      [ExpectedFinding(.missingRequest)])
  }

  @Test func requiresNothingInACollection() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
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
