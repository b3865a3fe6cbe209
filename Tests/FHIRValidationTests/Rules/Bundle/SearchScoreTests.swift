import FHIRValidation
import Testing

struct SearchScoreTests {
  @Test func reportsScoresOutOfRange() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/0",
              "resource": { "resourceType": "Patient", "id": "0" },
              "search": { "mode": "match", "score": «1.01» }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "search": { "mode": "match", "score": «-0.5» }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/2",
              "resource": { "resourceType": "Patient", "id": "2" },
              "search": { "mode": "match", "score": «10» }
            }
          ]
        }
        """,
      [
        ExpectedFinding(.searchScore, path: "Bundle.entry[0].search.score"), ExpectedFinding(.searchScore),
        ExpectedFinding(.searchScore),
      ])
  }

  @Test func acceptsScoresInRange() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/0",
              "resource": { "resourceType": "Patient", "id": "0" },
              "search": { "mode": "match", "score": 0 }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "search": { "mode": "match", "score": 1 }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/2",
              "resource": { "resourceType": "Patient", "id": "2" },
              "search": { "mode": "match", "score": 1.0 }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/3",
              "resource": { "resourceType": "Patient", "id": "3" },
              "search": { "mode": "match", "score": 0.50 }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/4",
              "resource": { "resourceType": "Patient", "id": "4" },
              "search": { "mode": "match", "score": -0.0 }
            }
          ]
        }
        """)
  }
}
