import FHIRValidation
import FHIRTape
import Testing

struct CommentTests {
  @Test func reportsALine() {
    expectFindings(
      in: """
        {
          «//» registered by telephone
          "resourceType": "Patient"
        }
        """,
      [ExpectedFinding(.comment)])
  }

  @Test func reportsABlock() {
    expectFindings(
      in: """
        { "resourceType": "Patient" «/*» by telephone */ }
        """,
      [ExpectedFinding(.comment)])
  }

  @Test func acceptsSlashesInStrings() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann // Anna /* ? */" }]
        }
        """)
  }

  @Test func acceptsCommentsOfDSTU2() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "fhir_comments": ["by telephone"],
          "name": [{ "fhir_comments": ["as spelt", "by herself"], "text": "Ann" }],
          "gender": "female",
          "_gender": { "fhir_comments": ["as stated"] }
        }
        """)
  }
}
