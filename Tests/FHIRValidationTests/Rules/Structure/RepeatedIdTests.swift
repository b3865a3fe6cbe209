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

  /// A Bundle's own elements, read entry by entry and as part of another record.
  @Test(arguments: [FHIRRelease.dstu2, .stu3, .r4, .r4b])
  func reportsElementsOfABundle(release: FHIRRelease) {
    func bundle(_ first: String, _ second: String, link: String = "c") -> String {
      let entries = [first, second].map { id in
        #"{ "id": "\#(id)", "resource": { "resourceType": "Basic", "id": "x", "code": { "id": "z", "text": "x" } } }"#
      }
      return """
        { "resourceType": "Bundle", "type": "collection", "entry": [\(entries.joined(separator: ", "))], \
        "link": [{ "id": "\(link)", "relation": "self", "url": "http://a.org/" }] }
        """
    }
    func count(_ record: String) -> Int {
      let findings = Validator.insisting(on: release).validate(Array(record.utf8)).findings
      return findings.count { $0.rule == Rule.repeatedID.id }
    }
    for (text, repeated) in [(bundle("a", "b"), 0), (bundle("a", "a"), 1), (bundle("a", "b", link: "b"), 1)] {
      #expect(count(text) == repeated)
      #expect(
        count(#"{ "resourceType": "Parameters", "parameter": [{ "name": "a", "resource": \#(text) }] }"#) == repeated)
    }
    // The next Bundle begins anew.
    #expect(count(bundle("a", "b") + "\n" + bundle("a", "b")) == 0)
  }

  @Test func countsIDsBeyondTheLimit() {
    var options = ValidationOptions()
    options.bundleLimits.elementIDs = 1
    let entries = ["a", "b", "a"].map { id in
      #"{ "id": "\#(id)", "resource": { "resourceType": "Basic", "code": { "text": "x" } } }"#
    }
    let text = #"{ "resourceType": "Bundle", "type": "collection", "entry": [\#(entries.joined(separator: ", "))] }"#
    let result = Validator.insisting(on: .r4, options: options).validate(Array(text.utf8))
    #expect(result.tally.notChecked["ids of elements that are compared in parts"] == 1)
    #expect(!result.findings.contains { $0.rule == Rule.repeatedID.id })
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

  /// Contained resources and narratives share the ids of the resource.
  @Test(arguments: [FHIRRelease.stu3, .r4, .r4b])
  func reportsTheSameNameInAContainedResourceAndInANarrative(release: FHIRRelease) {
    let text = Self.text.replacing(">x<", with: #"><p id=\"c\">x</p><"#)
    let contained = release == .stu3 ? "" : Self.text + ","
    expectFindings(
      in:
        ##"{ "resourceType": "Patient", "id": "d", \##(text), "contained": [{ "resourceType": "Organization", "id": "a", \##(contained) "name": "x", "telecom": [{ "id": "b", "value": "1", "system": "phone" }] }], "name": [{ "id": «"b"», "text": "One" }, { "id": «"a"», "text": "Two" }, { "id": «"c"», "text": "Three" }, { "id": "d", "text": "Four" }], "managingOrganization": { "reference": "#a" } }"##,
      [ExpectedFinding(.repeatedID), ExpectedFinding(.repeatedID), ExpectedFinding(.repeatedID)], release: release)
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
