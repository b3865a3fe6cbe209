import FHIRValidation
import Testing

struct ExpectedArrayTests {
  @Test func reportsAPrimitive() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "family": «"Chalmers"» }]
        }
        """,
      [ExpectedFinding(.expectedArray, path: "Patient.name[0].family")])
  }

  @Test func reportsAComplexElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": «{» "text": "Ann" }
        }
        """,
      [ExpectedFinding(.expectedArray, path: "Patient.name")])
  }

  @Test func reportsABackboneElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "contact": «{» "name": { "text": "Ann" } }
        }
        """,
      [ExpectedFinding(.expectedArray)])
  }

  @Test func acceptsAnArrayOfOne() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "family": ["Chalmers"] }]
        }
        """)
  }
}
