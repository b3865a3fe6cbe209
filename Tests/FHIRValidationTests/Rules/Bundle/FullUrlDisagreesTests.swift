import FHIRValidation
import Testing

struct FullUrlDisagreesTests {
  @Test func reportsAnotherId() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": «"http://example.org/fhir/Patient/2"»,
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.fullURLDisagrees, path: "Bundle.entry[0].fullUrl", messageContains: "Patient/1")])
  }

  @Test func reportsAnotherType() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": «"http://example.org/fhir/Person/1"»,
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.fullURLDisagrees)])
  }

  @Test func comparesUpperAndLowerCase() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": «"http://example.org/fhir/Patient/a"»,
              "resource": { "resourceType": "Patient", "id": "A" }
            }
          ]
        }
        """,
      [ExpectedFinding(.fullURLDisagrees)])
  }

  @Test func acceptsAddressesOfOtherServers() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/files/patient-2.json",
              "resource": { "resourceType": "Patient", "id": "1" }
            },
            {
              "fullUrl": "urn:uuid:9f2c1d6e-3f0b-4c8a-9b57-2c1f0e6a4d11",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """)
  }
}
