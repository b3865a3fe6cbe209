import FHIRValidation
import Testing

struct RequestDisagreesTests {
  @Test func reportsAnotherType() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "POST", "url": «"Person"» }
            }
          ]
        }
        """,
      [ExpectedFinding(.requestDisagrees, path: "Bundle.entry[0].request.url", messageContains: "Patient")])
  }

  @Test func reportsAnotherId() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "PUT", "url": «"Patient/2"» }
            }
          ]
        }
        """,
      [ExpectedFinding(.requestDisagrees, messageContains: "'1'")])
  }

  @Test func reportsAPutWithoutId() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
              "fullUrl": "urn:uuid:9f2c1d6e-3f0b-4c8a-9b57-2c1f0e6a4d11",
              "resource": { "resourceType": "Patient", "active": true },
              "request": { "method": "PUT", "url": «"Patient/2"» }
            }
          ]
        }
        """,
      [ExpectedFinding(.requestDisagrees)])
  }

  @Test func acceptsASearchOfTheSystem() {
    expectFindings(in: sent(to: "\"_search\""))
    expectFindings(in: sent(to: "«\"metadata\"»"), [ExpectedFinding(.requestDisagrees)])
  }

  private func sent(to url: String) -> String {
    """
    {
      "resourceType": "Bundle",
      "type": "batch",
      "entry": [
        {
          "fullUrl": "urn:uuid:9f2c1d6e-3f0b-4c8a-9b57-2c1f0e6a4d11",
          "resource": { "resourceType": "Parameters", "parameter": [{ "name": "_type", "valueString": "Patient" }] },
          "request": { "method": "POST", "url": \(url) }
        }
      ]
    }
    """
  }
}
