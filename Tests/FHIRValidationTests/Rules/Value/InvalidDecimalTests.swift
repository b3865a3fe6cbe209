import FHIRValidation
import Testing

struct InvalidDecimalTests {
  @Test func reportsAnExponent() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «1e3» }
        }
        """,
      [ExpectedFinding(.invalidDecimal)])
  }

  @Test func reportsACapitalExponent() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «1.85E2» }
        }
        """,
      [ExpectedFinding(.invalidDecimal)])
  }

  @Test func reportsAnExponentWithASign() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «5e-2» }
        }
        """,
      [ExpectedFinding(.invalidDecimal)])
  }

  @Test func acceptsTrailingZeros() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": 1.50 }
        }
        """)
  }

  @Test func acceptsANegativeNumber() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": -0.5 }
        }
        """)
  }

  @Test func acceptsAWholeNumber() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": 185 }
        }
        """)
  }

  @Test func acceptsMoreDigitsThanADoubleHolds() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": 37.600000000000001234567 }
        }
        """)
  }
}
