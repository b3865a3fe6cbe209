import FHIRValidation
import Testing

struct EmptyObjectTests {
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
      [ExpectedFinding(.emptyObject, path: "Observation.category")])
  }

  @Test func reportsAnItem() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann" }, «{}»]
        }
        """,
      [ExpectedFinding(.emptyObject, path: "Patient.name[1]")])
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
      [ExpectedFinding(.emptyObject)])
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
