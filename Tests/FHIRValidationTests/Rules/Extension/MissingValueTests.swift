import FHIRValidation
import Testing

struct MissingValueTests {
  @Test func reportsAURLAlone() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [«{» "url": "http://example.org/x" }]
        }
        """,
      [ExpectedFinding(.missingValue)])
  }

  @Test func reportsAURLAndAnId() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [«{» "id": "e1", "url": "http://example.org/x" }]
        }
        """,
      [ExpectedFinding(.missingValue)])
  }

  @Test func reportsANestedExtension() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "extension": [«{» "url": "a" }] }]
        }
        """,
      [ExpectedFinding(.missingValue)])
  }

  @Test func acceptsFalse() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "valueBoolean": false }]
        }
        """)
  }

  @Test func acceptsASiblingInPlaceOfAValue() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [
            {
              "url": "http://example.org/x",
              "_valueString": { "extension": [{ "url": "http://example.org/y", "valueCode": "unknown" }] }
            }
          ]
        }
        """)
  }

  @Test func acceptsNestedExtensions() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "extension": [{ "url": "a", "valueString": "a" }] }]
        }
        """)
  }
}
