import FHIRValidation
import Testing

/// txt-3.
struct NarrativeAttributeTests {
  @Test func reportsAHandler() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p «onClick»=\"a()\">b</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.invariant("txt-3"), path: "Patient.text.div", messageContains: "handlers")])
  }

  @Test func reportsOthers() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p «contenteditable»=\"true\" class=\"a\" «data-x»=\"1\">b</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.invariant("txt-3"), messageContains: "contenteditable"), ExpectedFinding(.invariant("txt-3"))])
  }

  @Test func acceptsBasicFormatting() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><table><tr><td colspan=\"2\" style=\"color: red\" class=\"a\" lang=\"en\" title=\"b\">c</td></tr></table></div>"
          }
        }
        """#)
  }
}
