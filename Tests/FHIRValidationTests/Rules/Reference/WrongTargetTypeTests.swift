import FHIRValidation
import Testing

struct WrongTargetTypeTests {
  @Test func reportsARelativeReference() {
    expectFindings(
      in: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Patient/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed",
          "encounter": { "reference": «"Patient/12"» }
        }
        """,
      [ExpectedFinding(.wrongTargetType, messageContains: "Patient")])
  }

  @Test func reportsAReferenceWithAVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Patient/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed",
          "encounter": { "reference": «"Patient/12/_history/3"» }
        }
        """,
      [ExpectedFinding(.wrongTargetType)])
  }

  @Test func reportsAContainedResource() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "contained": [{ "resourceType": "Medication", "id": "m1" }],
          "subject": { "reference": «"#m1"» }
        }
        """,
      [ExpectedFinding(.wrongTargetType)])
  }

  @Test func acceptsEveryTypeOfTheElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "performer": [
            { "reference": "Practitioner/1" }, { "reference": "Organization/1" }, { "reference": "Patient/1" }
          ]
        }
        """)
  }

  @Test func acceptsAnyTypeWhereAnyIsAllowed() {
    expectFindings(
      in: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Patient/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed",
          "evidence": [{ "detail": [{ "reference": "Medication/1" }] }]
        }
        """)
  }

  @Test func acceptsWhatDoesNotShowItsType() {
    expectFindings(
      in: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Patient/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed",
          "encounter": { "reference": "urn:uuid:05efabf0-4be2-4561-91ce-51548425acb9" }
        }
        """)
  }
}
