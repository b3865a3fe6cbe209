import FHIRValidation
import Testing

struct InvalidVersionTests {
  @Test func reportsNoVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Patient/12/_history/"» }
        }
        """,
      [ExpectedFinding(.invalidVersion)])
  }

  @Test func reportsNoSlash() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Patient/12/_history"» }
        }
        """,
      [ExpectedFinding(.invalidVersion)])
  }

  @Test func reportsAMalformedVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Patient/12/_history/a_b"» }
        }
        """,
      [ExpectedFinding(.invalidVersion)])
  }

  @Test func reportsASecondPart() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Patient/12/_history/3/4"» }
        }
        """,
      [ExpectedFinding(.invalidVersion)])
  }

  @Test func acceptsAVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "Patient/12/_history/3" }
        }
        """)
  }

  @Test func acceptsNoVersionAtAll() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "Patient/12" }
        }
        """)
  }
}
