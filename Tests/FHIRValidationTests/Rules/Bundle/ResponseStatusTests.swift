import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

struct ResponseStatusTests {
  @Test func reportsAWord() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "batch-response",
          "entry": [
            {
              "response": { "status": «"Created"» }
            },
            {
              "response": { "status": «"20"» }
            },
            {
              "response": { "status": «"201Created"» }
            }
          ]
        }
        """,
      [
        ExpectedFinding(.responseStatus, .warning, path: "Bundle.entry[0].response.status"),
        ExpectedFinding(.responseStatus, .warning), ExpectedFinding(.responseStatus, .warning),
      ])
  }

  @Test func acceptsACodeAndWords() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "batch-response",
          "entry": [
            {
              "response": { "status": "201 Created" }
            },
            {
              "response": { "status": "404" }
            }
          ]
        }
        """)
  }

  /// Where the specification says SHALL it is an error.
  @Test(arguments: [(FHIRRelease.dstu2, Severity.warning), (.r4, .error)])
  func theReleaseDecidesTheSeverity(release: FHIRRelease, severity: Severity) {
    expectFindings(
      in: #"{ "resourceType": "Bundle", "type": "batch-response", "entry": [{ "response": { "status": «"OK"» } }] }"#,
      [ExpectedFinding(.responseStatus, severity)], release: release)
  }
}
