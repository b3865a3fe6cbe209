import FHIRFindings
import FHIRSchema
import FHIRValidation
import FHIRTestSupport
import Testing

struct RepeatedIdTests {
  @Test func reportsContainedResourcesOfOneID() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "contained": [
            { "resourceType": "Organization", "id": "a", "name": "City Clinic" },
            { "resourceType": "Organization", "id": «"a"», "name": "Lake Clinic" }
          ],
          "managingOrganization": { "reference": "#a" }
        }
        """,
      [ExpectedFinding(.repeatedID, path: "Patient.contained[1].id")])
  }

  @Test func reportsElementsOfOneID() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/b",
              "resource": {
                "resourceType": "Patient",
                "name": [{ "id": "a", "text": "One" }, { "id": «"\\u0061"», "text": "Two" }],
                "id": "b"
              }
            }
          ]
        }
        """,
      [ExpectedFinding(.repeatedID, path: "Bundle.entry[0].resource.name[1].id")])
  }

  @Test func acceptsTheSameIDInOtherResourcesAndOfTheResourceItself() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "id": "a",
              "fullUrl": "http://example.org/fhir/Patient/a",
              "resource": { "resourceType": "Patient", "id": "a", "name": [{ "id": "a", "text": "One" }] }
            },
            {
              "id": "b",
              "fullUrl": "http://example.org/fhir/Patient/b",
              "resource": { "resourceType": "Patient", "id": "b", "name": [{ "id": "a", "text": "Two" }] }
            }
          ]
        }
        """)
  }

  @Test func acceptsConditionsOfElementDefinitionsThatRepeat() {
    let findings = Validator.insisting().validate(
      Array(
        """
        { "resourceType": "StructureDefinition", "snapshot": { "element": [
          { "path": "a", "condition": ["id", "x", "x"] }, { "path": "a.b", "condition": ["id", "x"] }] } }
        """.utf8))
    #expect(!findings.findings.contains { $0.rule == Rule.repeatedID.id })
  }

  private static let text =
    #""text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">x</div>" }"#

  @Test func reportsElementsOfOneNameInALaterRelease() {
    expectFindings(
      in:
        #"{ "resourceType": "Patient", \#(Self.text), "name": [{ "id": "a", "text": "One" }], "address": [{ "id": «"a"», "text": "Two" }], "photo": [{ "id": "b", "title": "x" }] }"#,
      [ExpectedFinding(.repeatedID, path: "Patient.address[0].id")], release: .r4)
  }

  @Test func acceptsTheSameNameInAContainedResource() {
    expectFindings(
      in:
        ##"{ "resourceType": "Patient", \##(Self.text), "contained": [{ "resourceType": "Organization", "id": "a", \##(Self.text), "name": "x", "telecom": [{ "id": "b", "value": "1", "system": "phone" }] }], "name": [{ "id": "b", "text": "One" }, { "id": "a", "text": "Two" }], "managingOrganization": { "reference": "#a" } }"##,
      release: .r4)
  }

  @Test func acceptsDefinitionsOfElementsInSnapshotAndDifferential() {
    let findings = Validator.insisting(on: .r4).validate(
      Array(
        """
        { "resourceType": "StructureDefinition",
          "snapshot": { "element": [{ "id": "a", "path": "a" }, { "id": "a.b", "path": "a.b" }] },
          "differential": { "element": [{ "id": "a", "path": "a" }] } }
        """.utf8))
    #expect(!findings.findings.contains { $0.rule == Rule.repeatedID.id })
  }
}
