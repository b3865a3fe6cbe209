import FHIRFindings
import FHIRValidation
import Testing

/// dom-1 to dom-4: a contained resource must not have some elements, and must be referred to.
struct ContainedResourceTests {
  private func record(contained: String, reference: String = "#p1") -> String {
    """
    {
      "resourceType": "Observation",
      "contained": [\(contained)],
      "status": "final",
      "code": { "text": "Body weight" },
      "subject": { "reference": "\(reference)" }
    }
    """
  }

  @Test(arguments: [
    ("dom-1", #""text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>" }"#),
    ("dom-4", #""meta": { "versionId": "1" }"#), ("dom-4", #""meta": { "lastUpdated": "2015-02-07T10:00:00Z" }"#),
  ])
  func theContainedResourceIsThePlace(key: String, member: String) {
    expectFindings(
      in: record(contained: #"«{» "resourceType": "Patient", "id": "p1", \#(member) }"#),
      [ExpectedFinding(.invariant(key), path: "Observation.contained[0]")])
  }

  @Test func eachContainedResourceNeedsAReference() {
    expectFindings(
      in: record(
        contained: """
          { "resourceType": "Patient", "id": "p1" }, «{» "resourceType": "Patient", "id": "p2" },
          «{» "resourceType": "Organization", "name": "Clinic" }
          """),
      [
        ExpectedFinding(.invariant("dom-3"), .warning, path: "Observation.contained[1]", messageContains: "'#p2'"),
        ExpectedFinding(.invariant("dom-3"), .warning, path: "Observation.contained[2]", messageContains: "no id"),
      ])
  }

  @Test func aReferenceFromAnotherContainedResourceCounts() {
    expectFindings(
      in: record(
        contained: """
          { "resourceType": "Patient", "id": "p1", "managingOrganization": { "reference": "#o1" } },
          { "resourceType": "Organization", "id": "o1", "name": "Clinic" }
          """))
  }

  /// An element of type uri may name a contained resource, although no rule requires it.
  @Test func aMentionInAURICounts() {
    expectFindings(
      in: """
        {
          "resourceType": "ConceptMap",
          "contained": [{
            "resourceType": "ValueSet", "id": "v1", "status": "draft", "codeSystem": {
              "system": "http://example.org/codes", "concept": [{ "code": "a" }]
            }
          }],
          "status": "draft",
          "sourceUri": "#v1",
          "targetUri": "http://example.org/b"
        }
        """)
  }

  /// A text, a comment, a code's display and the url of an extension refer to nothing, whatever they begin with.
  @Test(arguments: [
    ##""fhir_comments": ["#p1"]"##, ##""bodySite": { "coding": [{ "display": "#p1" }] }"##,
    ##""comments": "#p1""##, ##""modifierExtension": [{ "url": "http://example.org/a", "valueString": "#p1" }]"##,
    ##""text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">'#p1'</div>" }"##,
  ])
  func aTextIsNoReference(member: String) {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "contained": [«{» "resourceType": "Patient", "id": "p1" }],
          "status": "final",
          "code": { "text": "Body weight" },
          \(member)
        }
        """,
      [ExpectedFinding(.invariant("dom-3"), .warning, path: "Observation.contained[0]")])
  }

  @Test func entriesOfABundleAreApart() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Observation/1",
              "resource": {
                "resourceType": "Observation",
                "id": "1",
                "contained": [«{» "resourceType": "Patient", "id": "p1" }],
                "status": "final",
                "code": { "text": "Body weight" }
              }
            },
            {
              "fullUrl": "http://example.org/fhir/Observation/2",
              "resource": {
                "resourceType": "Observation",
                "id": "2",
                "contained": [{ "resourceType": "Patient", "id": "p1" }],
                "status": "final",
                "code": { "text": "Body weight" },
                "subject": { "reference": "#p1" }
              }
            }
          ]
        }
        """,
      [ExpectedFinding(.invariant("dom-3"), .warning, path: "Bundle.entry[0].resource.contained[0]")])
  }
}
