import FHIRValidation
import FHIRTape
import Testing

struct LoneSurrogateTests {
  @Test func reportsAFirstHalf() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann «\uD83D»" }]
        }
        """#,
      [ExpectedFinding(.loneSurrogate)])
  }

  @Test func reportsASecondHalf() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "«\uDE00» Ann" }]
        }
        """#,
      [ExpectedFinding(.loneSurrogate)])
  }

  @Test func reportsAFirstHalfBeforeAnotherEscape() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "«\ud83d»\u0041" }]
        }
        """#,
      [ExpectedFinding(.loneSurrogate)])
  }

  @Test func acceptsAPair() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "\uD83D\uDE00 \ud83d\ude00" }]
        }
        """#)
  }
}
