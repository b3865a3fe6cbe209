import FHIRValidation
import Testing

struct SearchModeTests {
  @Test func reportsAnOutcomeAmongMatches() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/OperationOutcome/o",
              "resource": { "resourceType": "OperationOutcome", "id": "o", "issue": [{ "severity": "warning", "code": "not-found" }] },
              "search": { "mode": «"match"» }
            }
          ]
        }
        """,
      [ExpectedFinding(.searchMode, path: "Bundle.entry[0].search.mode")])
  }

  @Test func reportsAMatchAmongOutcomes() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "search": { "mode": «"outcome"» }
            }
          ]
        }
        """,
      [ExpectedFinding(.searchMode, messageContains: "Patient")])
  }

  @Test func acceptsModesThatFit() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "search": { "mode": "include" }
            },
            {
              "fullUrl": "http://example.org/fhir/OperationOutcome/o",
              "resource": { "resourceType": "OperationOutcome", "id": "o", "issue": [{ "severity": "warning", "code": "not-found" }] },
              "search": { "mode": "outcome" }
            }
          ]
        }
        """)
  }
}
