import FHIRValidation
import Testing

struct RelativeFullUrlTests {
  @Test(arguments: ["uuid:c757873d-ec9a-4326-a141-556f43239520", "oid:1.2.3", "vs?x=http://a", "?x:y"])
  func reportsIdentifiersThatAreNoURN(address: String) {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [{ "fullUrl": «"\(address)"», "resource": { "resourceType": "Patient", "id": "1" } }]
        }
        """,
      [ExpectedFinding(.relativeFullURL, path: "Bundle.entry[0].fullUrl")])
  }

  @Test func reportsARelativeAddress() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": «"Patient/1"»,
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.relativeFullURL, path: "Bundle.entry[0].fullUrl")])
  }

  @Test func reportsABareId() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": «"1"»,
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.relativeFullURL)])
  }

  @Test func acceptsAbsoluteAddresses() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "https://example.org/x",
              "resource": { "resourceType": "Patient", "id": "1" }
            },
            {
              "fullUrl": "urn:oid:1.2.3",
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
