import FHIRValidation
import Testing

struct TotalTooSmallTests {
  @Test func reportsATotalBelowTheMatches() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "total": «1»,
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "search": { "mode": "match" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/2",
              "resource": { "resourceType": "Patient", "id": "2" },
              "search": { "mode": "match" }
            }
          ]
        }
        """,
      [ExpectedFinding(.totalTooSmall, path: "Bundle.total", messageContains: "2")])
  }

  @Test func acceptsAPageOfMany() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "total": 1,
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "search": { "mode": "match" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/2",
              "resource": { "resourceType": "Patient", "id": "2" },
              "search": { "mode": "include" }
            }
          ]
        }
        """)
  }
}
