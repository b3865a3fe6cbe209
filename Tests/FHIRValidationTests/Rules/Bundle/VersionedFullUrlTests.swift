import FHIRValidation
import Testing

struct VersionedFullUrlTests {
  @Test func reportsAVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": «"http://example.org/fhir/Patient/1/_history/2"»,
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.versionedFullURL, path: "Bundle.entry[0].fullUrl")])
  }

  @Test func stillFindsTheResource() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": «"http://example.org/fhir/Patient/1/_history/2"»,
              "resource": { "resourceType": "Patient", "id": "1" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/2",
              "resource": { "resourceType": "Patient", "id": "2", "link": [{ "other": { "reference": "Patient/1" }, "type": "refer" }] }
            }
          ]
        }
        """,
      [ExpectedFinding(.versionedFullURL)])
  }
}
