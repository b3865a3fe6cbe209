import FHIRValidation
import Testing

struct EmptyArrayTests {
  @Test func reportsAComplexElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": «[]»
        }
        """,
      [ExpectedFinding(.emptyArray, path: "Patient.name")])
  }

  @Test func reportsAPrimitive() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann", "given": «[]» }]
        }
        """,
      [ExpectedFinding(.emptyArray, path: "Patient.name[0].given")])
  }

  @Test func includesWhiteSpaceInTheRange() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": «[ ]»
        }
        """,
      [ExpectedFinding(.emptyArray)])
  }

  @Test func acceptsAnArrayOfOne() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann" }]
        }
        """)
  }
}
