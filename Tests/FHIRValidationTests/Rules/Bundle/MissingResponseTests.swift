import FHIRValidation
import Testing

struct MissingResponseTests {
  @Test func reportsAnEntryWithoutResponse() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "transaction-response",
          "entry": [
            «{»
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.missingResponse, path: "Bundle.entry[0]")])
  }

  @Test func acceptsAResponseAlone() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "batch-response",
          "entry": [
            {
              "response": { "status": "204" }
            }
          ]
        }
        """)
  }
}
