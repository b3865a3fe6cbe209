import FHIRValidation
import Testing

struct DisputedNameTests {
  @Test func reportsAnElement() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">10<«sup»>9</sup></div>"
          }
        }
        """#,
      [ExpectedFinding(.disputedName, path: "Patient.text.div", messageContains: "sup")])
  }

  @Test func reportsAnAttribute() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p «xml:lang»=\"en\">a</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.disputedName)])
  }
}
