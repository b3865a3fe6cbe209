import FHIRValidation
import Testing

struct StringTooLongTests {
  @Test func reportsOneCharacterTooMany() {
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

  /// R4 gives the limit in characters, of which some take several bytes.
  @Test func countsCharactersAndNotBytes() {
    let text = { (more: String) in
      """
      {
        "resourceType": "Observation",
        "status": "final",
        "code": { "text": "Body weight" },
        "comments": \(more)
      }
      """
    }
    expectFindings(in: text(#""⟨C3 A9⟩⟨61 × 1048575⟩""#))
    expectFindings(in: text(#"«"⟨C3 A9⟩⟨61 × 1048576⟩"»"#), [ExpectedFinding(.stringTooLong)])
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
