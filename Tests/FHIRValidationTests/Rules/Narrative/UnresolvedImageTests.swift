import FHIRValidation
import Testing

struct UnresolvedImageTests {
  @Test func reportsAMissingImage() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><img alt=\"\" src=\"«#a»\"/></div>"
          }
        }
        """#,
      [ExpectedFinding(.unresolvedImage, path: "Patient.text.div", messageContains: "#a")])
  }

  @Test func acceptsAContainedResource() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "contained": [{ "resourceType": "Binary", "id": "a", "contentType": "image/png", "content": "AAAA" }],
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><img alt=\"\" src=\"#a\"/></div>"
          }
        }
        """#)
  }

  @Test func acceptsAnAttachment() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "photo": [{ "id": "a", "contentType": "image/png", "data": "AAAA" }],
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><img alt=\"\" src=\"#a\"/></div>"
          }
        }
        """#)
  }
}
