import FHIRValidation
import Testing

struct NotInExtensibleValueSetTests {
  @Test func reportsACodeThatItsSystemDoesNotHave() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "interpretation": { "coding": [{ "system": "http://hl7.org/fhir/v2/0078", "code": «"HIGH"» }] }
        }
        """,
      [ExpectedFinding(.notInExtensibleValueSet, messageContains: "HIGH")])
  }

  @Test func acceptsACodeOfTheSet() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "interpretation": { "coding": [{ "system": "http://hl7.org/fhir/v2/0078", "code": "H" }] }
        }
        """)
  }

  @Test func acceptsAnotherSystem() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "interpretation": { "coding": [{ "system": "http://example.org/flags", "code": "HIGH" }] }
        }
        """)
  }

  @Test func acceptsTextAlone() {
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
