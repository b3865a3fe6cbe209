import FHIRValidation
import Testing

struct IncompleteImageTests {
  @Test func reportsAMissingSource() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a<«img» alt=\"a\"/></div>"
          }
        }
        """#,
      [ExpectedFinding(.incompleteImage, path: "Patient.text.div")])
  }

  @Test func acceptsAnImageWithoutWords() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a<img src=\"http://example.org/a.png\"/></div>"
          }
        }
        """#)
  }
}
