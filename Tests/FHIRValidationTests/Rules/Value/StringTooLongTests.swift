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
