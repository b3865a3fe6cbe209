import FHIRDiagnostics
import FHIRValidation
import Testing

struct MissingSystemTests {
  @Test func reportsARightCodeAlone() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [{ "code": «"M"» }] }
        }
        """,
      [ExpectedFinding(.missingSystem, .warning, path: "Patient.maritalStatus.coding[0].code")])
  }

  @Test func leavesAWrongCodeToTheOtherRule() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [{ "code": «"married"» }] }
        }
        """,
      [ExpectedFinding(.notInValueSet, path: "Patient.maritalStatus.coding[0].code")])
  }

  @Test func acceptsAnotherCodingThatIsWhole() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [
            { "code": "M" },
            { "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }
          ] }
        }
        """)
  }
}
