import FHIRValidation
import FHIRTestSupport
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

  /// As for a code that has only extensions.
  @Test func acceptsExtensionsAlone() {
    let reason =
      #""extension": [{ "url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "unknown" }]"#
    expectFindings(in: "{ \"resourceType\": \"Patient\", \"maritalStatus\": { \"id\": \"a\", \(reason) } }")
    expectFindings(in: "{ \"resourceType\": \"Patient\", \"_gender\": { \(reason) } }")
    expectFindings(
      in: "{ \"resourceType\": \"Patient\", \"maritalStatus\": «{» \"text\": \"Married\", \(reason) } }",
      [ExpectedFinding(.missingCode)])
  }

  /// The binding needs some code, though nobody knows which.
  @Test func reportsTextAloneWhereTheValueSetCannotBeListed() {
    expectFindings(
      in: """
        {
          "resourceType": "Appointment",
          "status": "proposed",
          "reason": «{» "text": "Review" },
          "participant": [{ "status": "accepted", "actor": { "display": "Ann" } }]
        }
        """,
      [ExpectedFinding(.missingCode, path: "Appointment.reason")])
    expectFindings(
      in: #"{ "resourceType": "Patient", "communication": [{ "language": «{» "text": "Dutch" } }] }"#,
      [ExpectedFinding(.missingCode, path: "Patient.communication[0].language")])
  }

  /// The code is not judged there, which is counted.
  @Test func acceptsAnyCodeWhereTheValueSetCannotBeListed() {
    let text = """
      {
        "resourceType": "Appointment",
        "status": "proposed",
        "reason": { "coding": [{ "system": "http://example.org", "code": "a" }] },
        "participant": [{ "status": "accepted", "actor": { "display": "Ann" } }]
      }
      """
    expectFindings(in: text)
    let counts = Validator.insisting().validate(Array(text.utf8)).tally.notChecked
    #expect(counts["http://hl7.org/fhir/ValueSet/encounter-reason"] == 1)
  }
}
