import FHIRValidation
import Testing

struct UnknownResourceTypeTests {
  @Test func reportsATypeOfALaterRelease() {
    expectFindings(
      in: """
        { "resourceType": «"MedicationRequest"», "status": "active" }
        """,
      [ExpectedFinding(.unknownResourceType, messageContains: "MedicationRequest")])
  }

  @Test func reportsAnAbstractType() {
    expectFindings(
      in: """
        { "resourceType": «"DomainResource"» }
        """,
      [ExpectedFinding(.unknownResourceType)])
  }

  @Test func reportsTheWrongCase() {
    expectFindings(
      in: """
        { "resourceType": «"patient"» }
        """,
      [ExpectedFinding(.unknownResourceType)])
  }

  @Test func reportsADataType() {
    expectFindings(
      in: """
        { "resourceType": «"HumanName"», "text": "Ann" }
        """,
      [ExpectedFinding(.unknownResourceType)])
  }

  @Test func reportsAContainedResource() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "contained": [{ "resourceType": «"Consent"», "id": "c1" }],
          "subject": { "reference": "#c1" }
        }
        """,
      [ExpectedFinding(.unknownResourceType)])
  }

  @Test func acceptsTypesOfDSTU2() {
    expectFindings(
      in: """
        [
          { "resourceType": "Patient" },
          { "resourceType": "MedicationOrder", "medicationReference": { "reference": "Medication/1" } }
        ]
        """)
  }
}
