import FHIRValidation
import Testing

struct MissingCodeTests {
  @Test func reportsTextAlone() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": «{» "text": "Married" }
        }
        """,
      [ExpectedFinding(.missingCode, path: "Patient.maritalStatus")])
  }

  @Test func reportsACodingWithoutACode() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": «{» "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "display": "Married" }] }
        }
        """,
      [ExpectedFinding(.missingCode, path: "Patient.maritalStatus")])
  }

  @Test func acceptsACodeBesideText() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [
            { "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }
          ], "text": "Married" }
        }
        """)
  }

  @Test func acceptsTextInAWeakerBinding() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "interpretation": { "text": "High" }
        }
        """)
  }
}
