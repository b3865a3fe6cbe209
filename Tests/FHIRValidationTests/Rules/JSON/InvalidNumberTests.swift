import FHIRValidation
import FHIRTape
import Testing

struct InvalidNumberTests {
  @Test func reportsALeadingZero() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «06.3» }
        }
        """,
      [ExpectedFinding(.invalidNumber)])
  }

  @Test func reportsAPlusSign() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «+6.3» }
        }
        """,
      [ExpectedFinding(.invalidNumber)])
  }

  @Test func reportsNoDigitsBeforeThePoint() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «.5» }
        }
        """,
      [ExpectedFinding(.invalidNumber)])
  }

  @Test func reportsNoDigitsAfterThePoint() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «6.» }
        }
        """,
      [ExpectedFinding(.invalidNumber)])
  }

  @Test func reportsAnExponentWithoutDigits() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «6e» }
        }
        """,
      [ExpectedFinding(.invalidNumber)])
  }

  @Test func reportsALoneMinusSign() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «-» }
        }
        """,
      [ExpectedFinding(.invalidNumber)])
  }

  @Test func acceptsEveryFormOfADecimal() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "component": [
            { "code": { "text": "a" }, "valueQuantity": { "value": 0 } },
            { "code": { "text": "b" }, "valueQuantity": { "value": -0.50 } },
            { "code": { "text": "c" }, "valueQuantity": { "value": 37.600000000000001 } }
          ]
        }
        """)
  }
}
