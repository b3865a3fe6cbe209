import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

struct ExternalStyleTests {
  @Test func reportsAnAddress() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p style=\"«background: url(http://example.org/a)»\">b</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.externalStyle, path: "Patient.text.div")])
  }

  @Test func reportsAnImport() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p style=\"«@import 'a.css'»\">b</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.externalStyle)])
  }

  @Test func seesThroughDisguises() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p style=\"«width: exp/* a */ression(b)»\">c</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.externalStyle)])
  }

  @Test(arguments: [
    "content: '/*'; background: url(http://example.org/a)", "content: '\\\\'/*'; background: url(http://example.org/a)",
    "background: url(/*/../../http://example.org/a); color: url(http://example.org/a)",
    "background: url('a/*'); color: url(http://example.org/a)", "background: url(//example.org/*a*/)",
    "content: '\\n'/*'; background: url(http://example.org/a)", "/* ' */ background: url(http://example.org/a)",
  ])
  func noCommentHidesAnAddress(_ style: String) {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p style=\"«\#(style)»\">b</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.externalStyle)])
  }

  /// Such images are in the narratives of published guides; `htmlChecks()` accepts them, too.
  @Test func notesARelativeAddress() {
    for release in [FHIRRelease.dstu2, .r4] {
      expectFindings(
        in: #"""
          {
            "resourceType": "Patient",
            "text": {
              "status": "generated",
              "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p style=\"«background-image: url(line.png)»\">b</p></div>"
            }
          }
          """#,
        [ExpectedFinding(.externalStyle, .information)], release: release)
    }
  }

  @Test(arguments: [
    "color: red; background: url(data:image/png;base64,AAAA)", "/* url(http://example.org/a) */ color: red",
    "content: 'a'; /* ' url(http://example.org/a) */ color: red",
  ])
  func acceptsImagesInTheStyle(_ style: String) {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p style=\"\#(style)\">a</p></div>"
          }
        }
        """#)
  }
}
