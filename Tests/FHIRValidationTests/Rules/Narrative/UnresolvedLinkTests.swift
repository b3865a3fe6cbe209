import FHIRValidation
import Testing

struct UnresolvedLinkTests {
  @Test func reportsADeadLink() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"«#a»\">b</a></div>"
          }
        }
        """#,
      [ExpectedFinding(.unresolvedLink, path: "Patient.text.div", messageContains: "#a")])
  }

  @Test func comparesUpperAndLowerCase() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"«#a»\">b</a><p id=\"A\">c</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.unresolvedLink)])
  }

  @Test func acceptsNamesAndElements() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "birthDate": "1970-03-30",
          "_birthDate": { "id": "c" },
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"#a\">b</a><a href=\"#c\">d</a><a name=\"a\"/></div>"
          }
        }
        """#)
  }

  @Test func looksOnlyInTheSameResource() {
    expectFindings(
      in: #"""
        [
          {
            "resourceType": "Patient",
            "text": {
              "status": "generated",
              "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p id=\"a\">b</p></div>"
            }
          },
          {
            "resourceType": "Patient",
            "text": {
              "status": "generated",
              "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"«#a»\">b</a></div>"
            }
          }
        ]
        """#,
      [ExpectedFinding(.unresolvedLink)])
  }
}
