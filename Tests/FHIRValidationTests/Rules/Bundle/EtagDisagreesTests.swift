import FHIRValidation
import Testing

struct EtagDisagreesTests {
  @Test func reportsAnotherVersion() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Bundle",
          "type": "batch-response",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "3" } },
              "response": { "status": "200", "etag": «"W/\"2\""» }
            }
          ]
        }
        """#,
      [ExpectedFinding(.etagDisagrees, path: "Bundle.entry[0].response.etag")])
  }

  @Test func acceptsStrongTags() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Bundle",
          "type": "batch-response",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "3" } },
              "response": { "status": "200", "etag": "\"3\"" }
            }
          ]
        }
        """#)
  }
}
