import FHIRFindings
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

  private func collection(_ entries: (address: String, id: String)...) -> String {
    let entries = entries.map {
      "{ \"fullUrl\": \($0.address), \"resource\": { \"id\": \"\($0.id)\", \"resourceType\": \"Patient\" } }"
    }
    return "{ \"resourceType\": \"Bundle\", \"entry\": [\(entries.joined(separator: ", "))], \"type\": \"collection\" }"
  }

  private let ids = (0..<4).map { "c757873d-ec9a-4326-a141-556f4323952\($0)" }

  @Test func reportsTheOneUUIDThatIsNotTheId() {
    expectFindings(
      in: collection(
        ("\"urn:uuid:\(ids[0])\"", ids[0]), ("«\"urn:uuid:\(ids[1])\"»", "b"), ("\"urn:uuid:\(ids[2])\"", ids[2])),
      [ExpectedFinding(.fullURLDisagrees, .warning, path: "Bundle.entry[1].fullUrl", messageContains: "\"b\"")])
  }

  @Test func acceptsUUIDsOfTheirOwn() {
    expectFindings(
      in: collection(
        ("\"urn:uuid:\(ids[0])\"", ids[0]), ("\"urn:uuid:\(ids[1])\"", "b"), ("\"urn:uuid:\(ids[2])\"", ids[3])))
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

  @Test func doesNotTreatAKeyWithANullCharacterAsAnId() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", «"id\\u0000"»: "2", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.unknownElement)])
  }
}
