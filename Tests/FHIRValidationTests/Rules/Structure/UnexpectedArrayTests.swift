import FHIRValidation
import Testing

struct UnexpectedArrayTests {
  @Test func reportsAComplexElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "category": «[»{ "text": "Laboratory" }]
        }
        """,
      [ExpectedFinding(.unexpectedArray, path: "Observation.category")])
  }

  @Test func reportsAPrimitive() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «[»"1970-03-30"]
        }
        """,
      [ExpectedFinding(.unexpectedArray, path: "Patient.birthDate")])
  }

  @Test func acceptsASingleValue() {
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

  @Test func acceptsAnArrayWhereAnElementRepeats() {
    expectFindings(
      in: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Patient/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed",
          "bodySite": [{ "text": "Left lung" }]
        }
        """)
  }
}
