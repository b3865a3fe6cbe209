import FHIRValidation
import Testing

struct MisplacedElementTests {
  @Test func reportsAnItemOutsideOfAList() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">\n<p>a</p>\n<«li»>b</li></div>"
          }
        }
        """#,
      [
        ExpectedFinding(
          .misplacedElement, path: "Patient.text.div",
          messageContains: "expected an element that 'div' may hold, found 'li'")
      ])
  }

  @Test func reportsTextBetweenRows() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><table> \u003ctr><td>a</td></tr> «b »<tr><td>c</td></tr></table></div>"
          }
        }
        """#,
      [
        ExpectedFinding(
          .misplacedElement, path: "Patient.text.div",
          messageContains: "expected no text directly in 'table', found 'b '")
      ])
  }

  @Test func acceptsTablesAndListsInOneAnother() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><table>\n<tbody><tr><td><ul>\n<li><p>a</p><table><tr><th>b</th></tr></table></li>\n</ul></td></tr></tbody></table></div>"
          }
        }
        """#)
  }
}
