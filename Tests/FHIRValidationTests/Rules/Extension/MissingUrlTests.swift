import FHIRValidation
import Testing

struct MissingUrlTests {
  @Test func reportsAnExtension() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [«{» "valueString": "Lutheran" }]
        }
        """,
      [ExpectedFinding(.missingUrl)])
  }

  @Test func reportsAModifierExtension() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "modifierExtension": [«{» "valueBoolean": true }]
        }
        """,
      [ExpectedFinding(.missingUrl)])
  }

  @Test func reportsANestedExtension() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "extension": [«{» "valueString": "a" }] }]
        }
        """,
      [ExpectedFinding(.missingUrl)])
  }

  @Test func reportsAnExtensionOfAPrimitive() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": "1970",
          "_birthDate": { "extension": [«{» "valueString": "a" }] }
        }
        """,
      [ExpectedFinding(.missingUrl)])
  }

  @Test func acceptsARelativeURLInside() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "extension": [{ "url": "a", "valueString": "a" }] }]
        }
        """)
  }
}
