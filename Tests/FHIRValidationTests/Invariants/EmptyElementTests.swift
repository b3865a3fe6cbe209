import FHIRFindings
import FHIRValidation
import FHIRTestSupport
import Testing

/// ele-1: elements with neither a value nor children.
struct EmptyElementTests {
  @Test func reportsASingleElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "category": «{}»
        }
        """,
      [ExpectedFinding(.invariant("ele-1"), path: "Observation.category")])
  }

  @Test func reportsAnItem() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann" }, «{}»]
        }
        """,
      [ExpectedFinding(.invariant("ele-1"), path: "Patient.name[1]")])
  }

  @Test func includesWhiteSpaceInTheRange() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "category": «{ }»
        }
        """,
      [ExpectedFinding(.invariant("ele-1"))])
  }

  @Test func reportsAnElementThatHasOnlyAnID() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [«{» "id": "n1" }],
          "contact": [{ "name": { "text": "Ann" }, "extension": [{ "id": "e", "url": "urn:a", "valueString": "b" }] }]
        }
        """,
      [ExpectedFinding(.invariant("ele-1"), path: "Patient.name[0]", messageContains: "nothing but an id")])
  }

  @Test func reportsAnElementThatHasOnlyComments() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [«{» "id": "n1", "fhir_comments": ["to be asked"] }]
        }
        """,
      [ExpectedFinding(.invariant("ele-1"))])
  }

  /// A resource is not an element, and the id beside a primitive belongs to the value.
  @Test func acceptsAnIDOfAResourceAndOfAPrimitive() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "id": "p1",
          "contained": [{ "resourceType": "Organization", "name": "Clinic", "id": "o1" }],
          "managingOrganization": { "reference": "#o1" },
          "birthDate": "1970",
          "_birthDate": { "id": "b1" }
        }
        """)
  }

  @Test func reportsAnIDBesideNoValue() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "_birthDate": «{» "id": "b1" },
          "_gender": { "id": "g1", "extension": [{ "url": "urn:a", "valueCode": "unknown" }] }
        }
        """,
      [ExpectedFinding(.invariant("ele-1"), path: "Patient.birthDate")])
  }

  @Test func reportsAnIDBesideNoItem() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{
            "given": ["Ann", null, "B."],
            "_given": [null, «{» "id": "g2" }, { "id": "g3" }],
            "_family": [{ "extension": [{ "url": "urn:a", "valueCode": "unknown" }] }, «{» "id": "f2" }]
          }]
        }
        """,
      [
        ExpectedFinding(.invariant("ele-1"), path: "Patient.name[0].given[1]"),
        ExpectedFinding(.invariant("ele-1"), path: "Patient.name[0].family[1]"),
      ])
  }

  @Test func judgesAnEmptyObjectByOtherConstraintsToo() {
    let record = #"{ "resourceType": "Patient", "contact": [{}] }"#
    let findings = Validator.insisting().validate(Array(record.utf8)).findings
    #expect(findings.map { "\($0.range.start) \($0.rule)" } == ["41 invariant/ele-1", "41 invariant/pat-1"])
  }

  /// An unknown member was meant as content: one finding is enough.
  @Test func leavesUnknownMembersToTheirOwnRule() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "id": "n1", «"surname"»: "Jones" }]
        }
        """,
      [ExpectedFinding(.unknownElement)])
  }

  @Test func acceptsAnObjectOfOneMember() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "category": { "text": "Laboratory" }
        }
        """)
  }
}
