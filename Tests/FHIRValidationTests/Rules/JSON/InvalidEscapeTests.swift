import FHIRValidation
import FHIRTape
import Testing

struct InvalidEscapeTests {
  @Test func reportsAnUnknownLetter() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "«\x»41nn" }]
        }
        """#,
      [ExpectedFinding(.invalidEscape)])
  }

  @Test func reportsAnEscapedSingleQuote() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "O«\'»Neill" }]
        }
        """#,
      [ExpectedFinding(.invalidEscape)])
  }

  @Test func reportsAWrongHexadecimalDigit() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "«\u»12G4" }]
        }
        """#,
      [ExpectedFinding(.invalidEscape)])
  }

  @Test func reportsTooFewHexadecimalDigits() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "«\u»41" }]
        }
        """#,
      [ExpectedFinding(.invalidEscape)])
  }

  @Test func acceptsEveryEscapeOfJSON() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "\" \\ \/ \n \r \t \u00e9 \u00E9 «\b» \f" }]
        }
        """#,
      [ExpectedFinding(.invalidCharacter)])
  }
}
