import FHIRValidation
import Testing

/// bdl-7.
struct BundleAddressTests {
  @Test func reportsTheSecond() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            },
            {
              "fullUrl": «"http://example.org/fhir/Patient/1"»,
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.invariant("bdl-7"), path: "Bundle.entry[1].fullUrl")])
  }

  @Test func acceptsAnotherVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "history",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "1" } }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "2" } }
            }
          ]
        }
        """)
  }

  @Test func reportsTheSameVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "history",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "1" } }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "2" } }
            },
            {
              "fullUrl": «"http://example.org/fhir/Patient/1"»,
              "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "1" } }
            }
          ]
        }
        """,
      [ExpectedFinding(.invariant("bdl-7"), path: "Bundle.entry[2].fullUrl")])
  }

  @Test func looksOnlyInTheSameBundle() {
    expectFindings(
      in: """
        [{
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        },
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }]
        """)
  }
}
