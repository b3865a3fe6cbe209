import FHIRValidation
import Testing

struct NotADivTests {
  @Test func reportsAnotherRoot() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<«p» xmlns=\"http://www.w3.org/1999/xhtml\">Blood</p>"
          }
        }
        """#,
      [ExpectedFinding(.notADiv, path: "Patient.text.div", messageContains: "'p'")])
  }

  @Test func reportsPlainText() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "«Blood pressure»"
          }
        }
        """,
      [ExpectedFinding(.notADiv, messageContains: "Blood pressure")])
  }

  @Test func reportsWhatFollows() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div> «b»"
          }
        }
        """#,
      [ExpectedFinding(.notADiv)])
  }

  @Test func reportsUpperCase() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<«DIV» xmlns=\"http://www.w3.org/1999/xhtml\">a</DIV>"
          }
        }
        """#,
      [ExpectedFinding(.notADiv)])
  }

  @Test func acceptsWhiteSpaceAround() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "\n <div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>\n"
          }
        }
        """#)
  }

  @Test func reportsASecondRootOnce() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div><«div»>b</div>"
          }
        }
        """#,
      [ExpectedFinding(.notADiv)])
  }
}
