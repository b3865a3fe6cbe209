import FHIRValidation
import Testing

struct InvalidCodeTests {
  @Test func reportsALeadingSpace() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "coding": [{ "system": "http://example.org/codes", "code": «" 8867-4"» }] }
        }
        """,
      [ExpectedFinding(.invalidCode, path: "Observation.code.coding[0].code")])
  }

  @Test func reportsATrailingSpace() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "coding": [{ "system": "http://example.org/codes", "code": «"8867-4 "» }] }
        }
        """,
      [ExpectedFinding(.invalidCode, path: "Observation.code.coding[0].code")])
  }

  @Test func reportsTwoSpaces() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "coding": [{ "system": "http://example.org/codes", "code": «"heart  rate"» }] }
        }
        """,
      [ExpectedFinding(.invalidCode, path: "Observation.code.coding[0].code")])
  }

  @Test func reportsATab() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "coding": [{ "system": "http://example.org/codes", "code": «"\theart"» }] }
        }
        """#,
      [ExpectedFinding(.invalidCode, path: "Observation.code.coding[0].code")])
  }

  @Test func acceptsACode() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "coding": [{ "system": "http://example.org/codes", "code": "8867-4" }] }
        }
        """)
  }

  @Test func acceptsSingleSpaces() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "coding": [{ "system": "http://example.org/codes", "code": "resting heart rate" }] }
        }
        """)
  }
}
