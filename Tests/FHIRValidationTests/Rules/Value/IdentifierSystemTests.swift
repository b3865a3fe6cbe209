import FHIRSchema
import FHIRValidation
import Testing

struct IdentifierSystemTests {
  private static func patient(_ identifier: String) -> String {
    #"{ "resourceType": "Patient", "identifier": [\#(identifier)] }"#
  }

  @Test(arguments: ["urn:oid:1.2.3", "urn:uuid:a4ac2e1c-1ebb-4a2c-b2a1-0d2c0f7fba7e", "https://example.org/p/1"])
  func reportsAnotherSystem(value: String) {
    for release in [FHIRRelease.dstu2, .r4] {
      expectFindings(
        in: Self.patient(#"{ "value": "\#(value)", "system": «"http://example.org/ids"» }"#),
        [ExpectedFinding(.identifierSystem, path: "Patient.identifier[0].system", messageContains: "example.org/ids")],
        release: release, options: .withoutRecommendations)
    }
  }

  @Test func reportsNoSystem() {
    expectFindings(
      in: Self.patient(#"{ "value": «"http://example.org/p/1"» }"#),
      [ExpectedFinding(.identifierSystem, path: "Patient.identifier[0].value", messageContains: "found none")])
  }

  @Test(arguments: ["a4ac2e1c-1ebb-4a2c-b2a1-0d2c0f7fba7e", "1.2.3", "not a URI"])
  func reportsWhatIsNoURI(value: String) {
    for release in [FHIRRelease.dstu2, .stu3, .r4, .r4b] {
      expectFindings(
        in: Self.patient(#"{ "value": «"\#(value)"», "system": "urn:ietf:rfc:3986" }"#),
        [ExpectedFinding(.identifierSystem, path: "Patient.identifier[0].value", messageContains: "expected a URI")],
        release: release, options: .withoutRecommendations)
    }
  }

  @Test(arguments: [
    #"{ "system": "urn:ietf:rfc:3986", "value": "urn:oid:1.2.3" }"#,
    #"{ "system": "urn:ietf:rfc:3986", "value": "mailto:a@example.org" }"#,
    #"{ "system": "urn:dicom:uid", "value": "urn:oid:1.2.3" }"#,
    #"{ "system": "http://example.org/ids", "value": "1.2.3" }"#,
    #"{ "system": "http://example.org/ids", "value": "urn:1" }"#,
    #"{ "system": "http://example.org/ids", "value": "http://example.org/p or urn:1" }"#,
    #"{ "system": "http://example.org/ids" }"#,
    #"{ "value": "HTTP" }"#,
  ])
  func acceptsOthers(identifier: String) {
    expectFindings(in: Self.patient(identifier))
  }
}
