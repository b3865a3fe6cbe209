import FHIRValidation
import Testing

/// txt-1.
struct NarrativeElementTests {
  @Test func reportsAScript() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a<«script»>b</script></div>"
          }
        }
        """#,
      [ExpectedFinding(.invariant("txt-1"), path: "Patient.text.div", messageContains: "script")])
  }

  @Test func reportsEachOne() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a<«form»><«input»/></form><«iframe»/></div>"
          }
        }
        """#,
      [
        ExpectedFinding(.invariant("txt-1")), ExpectedFinding(.invariant("txt-1")),
        ExpectedFinding(.invariant("txt-1")),
      ])
  }

  @Test func saysThatNamesAreInLowerCase() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><«P»>a</P></div>"
          }
        }
        """#,
      [ExpectedFinding(.invariant("txt-1"), messageContains: "lower case")])
  }

  @Test func acceptsBasicFormatting() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><h1>a</h1><table><tbody><tr><td>b<br/></td></tr></tbody></table><ul><li>c</li></ul></div>"
          }
        }
        """#)
  }
}
