import FHIRValidation
import FHIRTape
import Testing

struct UnexpectedEndTests {
  @Test func reportsAnObjectThatIsNotClosed() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann" }]«»
        """,
      [ExpectedFinding(.unexpectedEnd)])
  }

  @Test func reportsAStringThatIsNotClosed() {
    expectFindings(
      in: """
        { "resourceType": "Patient", "id": "ab«»
        """,
      [ExpectedFinding(.unexpectedEnd)])
  }

  @Test func reportsAnArrayThatIsNotClosed() {
    expectFindings(
      in: """
        [{ "resourceType": "Patient" }«»
        """,
      [ExpectedFinding(.unexpectedEnd)])
  }

  @Test func reportsAMissingValue() {
    expectFindings(
      in: """
        { "resourceType":«»
        """,
      [ExpectedFinding(.unexpectedEnd)])
  }

  @Test func acceptsADocumentWithoutAFinalLineFeed() {
    expectFindings(
      in: """
        { "resourceType": "Patient" }
        """)
  }
}
