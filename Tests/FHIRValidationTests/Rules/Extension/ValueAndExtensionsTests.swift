import FHIRValidation
import Testing

struct ValueAndExtensionsTests {
  @Test func reportsBoth() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [
            «{»
              "url": "http://example.org/x",
              "valueString": "a",
              "extension": [{ "url": "a", "valueString": "a" }]
            }
          ]
        }
        """,
      [ExpectedFinding(.valueAndExtensions)])
  }

  @Test func reportsBothInAnyOrder() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [
            «{»
              "extension": [{ "url": "a", "valueString": "a" }],
              "url": "http://example.org/x",
              "valueString": "a"
            }
          ]
        }
        """,
      [ExpectedFinding(.valueAndExtensions)])
  }

  @Test func acceptsExtensionsOfTheValue() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [
            {
              "url": "http://example.org/x",
              "valueString": "a",
              "_valueString": { "extension": [{ "url": "http://example.org/y", "valueString": "a" }] }
            }
          ]
        }
        """)
  }
}
