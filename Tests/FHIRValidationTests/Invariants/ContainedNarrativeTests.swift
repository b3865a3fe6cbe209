import FHIRFindings
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// A contained resource has no narrative, so nobody recommends one.
struct ContainedNarrativeTests {
  private static let div =
    #""text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>" }"#

  @Test func acceptsAContainedResourceWithoutText() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          \(Self.div),
          "contained": [{ "resourceType": "Organization", "id": "o", "name": "x" }],
          "managingOrganization": { "reference": "#o" }
        }
        """, release: .r4)
  }

  @Test func reportsTheResourcesOfABundle() {
    let bundle = """
      {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [{ "fullUrl": "http://example.org/Patient/a", "resource": { "resourceType": "Patient", "id": "a" } }]
      }
      """
    let findings = Validator.insisting(on: .r4).validate(Array(bundle.utf8)).findings
    #expect(findings.map(\.rule.rawValue) == ["invariant/dom-6"])
    #expect(findings.map(\.path) == ["Bundle.entry[0].resource"])
  }
}
