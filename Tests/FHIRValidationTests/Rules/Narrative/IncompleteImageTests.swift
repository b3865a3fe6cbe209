import FHIRValidation
import Testing

struct IncompleteImageTests {
  @Test func reportsAMissingText() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a<«img» src=\"http://example.org/a.png\"/></div>"
          }
        }
        """#,
      [ExpectedFinding(.incompleteImage, path: "Patient.text.div")])
  }

  @Test func acceptsAnEmptyText() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a<img src=\"http://example.org/a.png\" alt=\"\"/></div>"
          }
        }
        """#)
  }
}
