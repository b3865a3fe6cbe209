import FHIRValidation
import Testing

struct ActiveLinkTests {
  @Test func reportsAScript() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"«javascript:a()»\">b</a></div>"
          }
        }
        """#,
      [ExpectedFinding(.activeLink, path: "Patient.text.div")])
  }

  @Test func seesThroughDisguises() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"«&#32;JavaScript:a()»\">b</a><img alt=\"\" src=\"«vb\tscript:a»\"/></div>"
          }
        }
        """#,
      [ExpectedFinding(.activeLink), ExpectedFinding(.activeLink)])
  }

  @Test func reportsAPageInTheLink() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"«data:text/html,a»\">b</a></div>"
          }
        }
        """#,
      [ExpectedFinding(.activeLink)])
  }

  @Test func acceptsLinks() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"mailto:a@example.org\">b</a><a href=\"Patient/1\">c</a><img alt=\"\" src=\"data:image/png;base64,AAAA\"/></div>"
          }
        }
        """#)
  }
}
