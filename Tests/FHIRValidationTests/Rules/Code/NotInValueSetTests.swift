import FHIRValidation
import Testing

struct NotInValueSetTests {
  @Test func reportsACode() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "gender": «"M"»
        }
        """,
      [ExpectedFinding(.notInValueSet, path: "Patient.gender", messageContains: "M")])
  }

  @Test func comparesUpperAndLowerCase() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "gender": «"Male"»
        }
        """,
      [ExpectedFinding(.notInValueSet, path: "Patient.gender")])
  }

  @Test func reportsTheFirstCodingOfAConcept() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [
            { "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": «"X"» },
            { "system": "http://example.org/m", "code": "y" }
          ] }
        }
        """,
      [ExpectedFinding(.notInValueSet)])
  }

  @Test func comparesTheSystem() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [{ "system": "http://example.org/m", "code": «"M"» }] }
        }
        """,
      [ExpectedFinding(.notInValueSet)])
  }

  @Test func reportsABoundCodeInADataType() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "telecom": [{ "system": «"mobile"», "value": "555 0100" }]
        }
        """,
      [ExpectedFinding(.notInValueSet, path: "Patient.telecom[0].system")])
  }

  @Test func acceptsEveryCode() {
    expectFindings(
      in: """
        [
          { "resourceType": "Patient", "gender": "male" },
          { "resourceType": "Patient", "gender": "female" },
          { "resourceType": "Patient", "gender": "other" },
          { "resourceType": "Patient", "gender": "unknown" }
        ]
        """)
  }

  @Test func acceptsTranslationsBesideAFittingCoding() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [
            { "system": "http://example.org/m", "code": "y" },
            { "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }
          ] }
        }
        """)
  }

  @Test func acceptsCodesOfEverySystemInTheSet() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/NullFlavor", "code": "UNK" }] }
        }
        """)
  }

  @Test func acceptsAnyCodeInAPreferredBinding() {
    expectFindings(
      in: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Patient/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed",
          "clinicalStatus": "dormant"
        }
        """)
  }
}
