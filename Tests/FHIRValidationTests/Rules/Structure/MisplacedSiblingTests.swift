import FHIRValidation
import Testing

struct MisplacedSiblingTests {
  @Test func reportsAComplexElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "category": { "text": "Laboratory" },
          «"_category"»: { "id": "c1" }
        }
        """,
      [ExpectedFinding(.misplacedSibling, messageContains: "_category")])
  }

  @Test func reportsARepeatingComplexElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann" }],
          «"_name"»: [{ "id": "n1" }]
        }
        """,
      [ExpectedFinding(.misplacedSibling)])
  }

  @Test func leavesAnElementThatDoesNotExistToTheOtherRule() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          «"_nickname"»: { "id": "n1" }
        }
        """,
      [ExpectedFinding(.unknownElement)])
  }

  @Test func reportsResourceType() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          «"_resourceType"»: { "id": "r1" }
        }
        """,
      [ExpectedFinding(.misplacedSibling)])
  }

  @Test func acceptsTheSiblingOfAPrimitive() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": "1970-03-30",
          "_birthDate": { "id": "b1" }
        }
        """)
  }

  @Test func acceptsTheSiblingOfAPrimitiveChoice() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "deceasedBoolean": true,
          "_deceasedBoolean": { "id": "d1" }
        }
        """)
  }
}
