import FHIRValidation
import Testing

struct EmptyObjectTests {
  @Test func reportsASingleElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": «{}»
        }
        """,
      [ExpectedFinding(.emptyObject, path: "Patient.maritalStatus")])
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
          "resourceType": "Patient",
          "maritalStatus": «{ }»
        }
        """,
      [ExpectedFinding(.emptyObject)])
  }

  @Test func acceptsAnObjectWithNothingButAnId() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "id": "m1", "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "S" }] }
        }
        """)
  }
}
