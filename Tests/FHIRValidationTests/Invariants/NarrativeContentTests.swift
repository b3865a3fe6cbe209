import FHIRValidation
import Testing

/// txt-2.
struct NarrativeContentTests {
  @Test func reportsWhiteSpaceAlone() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "«<div xmlns=\"http://www.w3.org/1999/xhtml\">\n<p> &#32;\t</p><!-- a --></div>»"
          }
        }
        """#,
      [ExpectedFinding(.invariant("txt-2"), path: "Patient.text.div")])
  }

  @Test func reportsAnImageWithoutSource() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "«<div xmlns=\"http://www.w3.org/1999/xhtml\"><«img» alt=\"a\"/></div>»"
          }
        }
        """#,
      [ExpectedFinding(.invariant("txt-2")), ExpectedFinding(.incompleteImage)])
  }

  @Test func acceptsAnImage() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><img src=\"http://example.org/a.png\" alt=\"\"/></div>"
          }
        }
        """#)
  }

  @Test func acceptsANumberedCharacter() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">&#160;</div>"
          }
        }
        """#)
  }
}
