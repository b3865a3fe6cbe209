import FHIRValidation
import Testing

struct UnknownElementTests {
  @Test func reportsAMisspeltElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          «"birthdate"»: "1970-03-30"
        }
        """,
      [ExpectedFinding(.unknownElement, path: "Patient.birthdate", messageContains: "birthdate")])
  }

  @Test func reportsAnElementOfALaterRelease() {
    expectFindings(
      in: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Patient/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed",
          «"clinicalNotes"»: [{ "text": "mild" }]
        }
        """,
      [ExpectedFinding(.unknownElement, path: "Condition.clinicalNotes")])
  }

  @Test func reportsItInADataType() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann" }, { «"first"»: "Ann" }]
        }
        """,
      [ExpectedFinding(.unknownElement, path: "Patient.name[1].first")])
  }

  @Test func reportsItInABackboneElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "component": [{ "code": { "text": "x" }, «"status"»: "final" }]
        }
        """,
      [ExpectedFinding(.unknownElement, path: "Observation.component[0].status")])
  }

  @Test func leavesAChoiceWithoutItsTypeToTheOtherRule() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          «"value"»: "12"
        }
        """,
      [ExpectedFinding(.choiceType)])
  }

  @Test func reportsResourceTypeInADataType() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ «"resourceType"»: "HumanName", "text": "Ann" }]
        }
        """,
      [ExpectedFinding(.unknownElement)])
  }

  @Test func acceptsCommentsOfDSTU2() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "fhir_comments": ["as spelt"], "text": "Ann" }]
        }
        """)
  }

  @Test func acceptsTheSpellingsOfDSTU2() {
    expectFindings(
      in: """
        {
          "resourceType": "AllergyIntolerance",
          "patient": { "reference": "Patient/12" },
          "substance": { "text": "Peanut" },
          "lastOccurence": "2015"
        }
        """)
  }

  @Test func acceptsUnderscoreKeysOfPrimitives() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": "1970",
          "_birthDate": { "id": "b1" }
        }
        """)
  }
}
