import FHIRValidation
import Testing

/// sqty-1: quantities that must be exact.
struct SimpleQuantityTests {
  @Test func reportsAComparatorInAReferenceRange() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "referenceRange": [{ "high": «{» "comparator": "<", "value": 6.2 } }]
        }
        """,
      [ExpectedFinding(.invariant("sqty-1"))])
  }

  @Test func reportsAComparatorInARange() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueRange": { "low": { "value": 1 }, "high": «{» "comparator": "<", "value": 6.2 } }
        }
        """,
      [ExpectedFinding(.invariant("sqty-1"))])
  }

  @Test func acceptsAComparatorInAQuantity() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "comparator": "<", "value": 6.2 }
        }
        """)
  }

  @Test func acceptsAComparatorInARatio() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueRatio": { "numerator": { "comparator": "<", "value": 1 }, "denominator": { "value": 2 } }
        }
        """)
  }
}
