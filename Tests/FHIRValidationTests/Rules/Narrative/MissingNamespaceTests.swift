import FHIRValidation
import Testing

struct MissingNamespaceTests {
  @Test func reportsARootWithoutNamespace() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<«div»>a</div>"
          }
        }
        """,
      [ExpectedFinding(.missingNamespace, path: "Patient.text.div")])
  }

  @Test func acceptsAPrefix() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<n:div xmlns:n=\"http://www.w3.org/1999/xhtml\"><n:p>a</n:p></n:div>"
          }
        }
        """#)
  }
}
