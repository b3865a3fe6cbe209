import FHIRValidation
import Testing

struct MissingResourceTests {
  @Test func reportsAPost() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "batch",
          "entry": [
            {
              "request": «{» "method": "POST", "url": "Patient" }
            }
          ]
        }
        """,
      [ExpectedFinding(.missingResource, path: "Bundle.entry[0].request", messageContains: "POST")])
  }

  @Test func acceptsItInAHistory() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "history",
          "entry": [
            {
              "request": { "method": "PUT", "url": "Patient/1" }
            }
          ]
        }
        """)
  }
}
