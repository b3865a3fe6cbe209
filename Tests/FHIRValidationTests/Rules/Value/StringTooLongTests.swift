import FHIRValidation
import Testing

struct StringTooLongTests {
  @Test func reportsOneByteTooMany() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "comments": «"⟨61 × 1048577⟩"»
        }
        """,
      [ExpectedFinding(.stringTooLong, path: "Observation.comments")])
  }

  @Test func countsBytesAndNotCharacters() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "comments": «"⟨C3 A9⟩⟨61 × 1048575⟩"»
        }
        """,
      [ExpectedFinding(.stringTooLong)])
  }

  @Test func countsCodesReferencesAndSampledData() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "coding": [{ "code": «"⟨61 × 1048577⟩"» }] },
          "subject": { "reference": «"http://a/⟨61 × 1048577⟩"» },
          "valueSampledData": {
            "origin": { "value": 0 }, "period": 1, "dimensions": 1, "data": «"⟨31 × 1048577⟩"»
          }
        }
        """,
      [ExpectedFinding(.stringTooLong), ExpectedFinding(.stringTooLong), ExpectedFinding(.stringTooLong)])
  }

  @Test func acceptsTheLimit() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "comments": "⟨61 × 1048576⟩"
        }
        """)
  }

  @Test func acceptsLongBase64() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "contentType": "image/png", "data": "⟨41 × 1048580⟩" }]
        }
        """)
  }
}
