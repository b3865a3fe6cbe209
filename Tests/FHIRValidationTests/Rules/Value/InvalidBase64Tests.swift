import FHIRValidation
import Testing

struct InvalidBase64Tests {
  @Test func reportsMissingPadding() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "contentType": "text/plain", "data": «"aGVsbG8"» }]
        }
        """,
      [ExpectedFinding(.invalidBase64, path: "Patient.photo[0].data")])
  }

  @Test func reportsOtherCharacters() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "contentType": "text/plain", "data": «"aGVs*G8="» }]
        }
        """,
      [ExpectedFinding(.invalidBase64, path: "Patient.photo[0].data")])
  }

  @Test func reportsTheURLSafeAlphabet() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "contentType": "text/plain", "data": «"_-8="» }]
        }
        """,
      [ExpectedFinding(.invalidBase64, path: "Patient.photo[0].data")])
  }

  @Test func reportsPaddingInTheMiddle() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "contentType": "text/plain", "data": «"aGV=bG8="» }]
        }
        """,
      [ExpectedFinding(.invalidBase64, path: "Patient.photo[0].data")])
  }

  @Test func acceptsOnePaddingCharacter() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "contentType": "text/plain", "data": "aGVsbG8=" }]
        }
        """)
  }

  @Test func acceptsTwoPaddingCharacters() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "contentType": "text/plain", "data": "aA==" }]
        }
        """)
  }

  @Test func acceptsNoPaddingWhereNoneIsDue() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "contentType": "text/plain", "data": "+/+/" }]
        }
        """)
  }
}
