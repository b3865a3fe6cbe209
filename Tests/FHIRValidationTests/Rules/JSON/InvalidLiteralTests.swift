import FHIRValidation
import FHIRTape
import Testing

struct InvalidLiteralTests {
  @Test func reportsACapitalisedWord() {
    expectFindings(
      in: """
        { "resourceType": "Patient", "active": «True» }
        """,
      [ExpectedFinding(.invalidLiteral)])
  }

  @Test func reportsAWordThatIsCutOff() {
    expectFindings(
      in: """
        { "resourceType": "Patient", "active": «tru» }
        """,
      [ExpectedFinding(.invalidLiteral)])
  }

  @Test func reportsNaN() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «NaN» }
        }
        """,
      [ExpectedFinding(.invalidLiteral)])
  }

  @Test func reportsInfinity() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «Infinity» }
        }
        """,
      [ExpectedFinding(.invalidLiteral)])
  }

  @Test func reportsUndefined() {
    expectFindings(
      in: """
        { "resourceType": "Patient", "gender": «undefined» }
        """,
      [ExpectedFinding(.invalidLiteral)])
  }

  @Test func acceptsTheWordsOfJSON() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "active": true,
          "deceasedBoolean": false,
          "name": [{
            "given": ["Ann", null],
            "_given": [null, { "extension": [{ "url": "urn:a", "valueCode": "unknown" }] }]
          }]
        }
        """)
  }

  @Test func acceptsTheSameWordsInQuotes() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "NaN" }]
        }
        """)
  }
}
