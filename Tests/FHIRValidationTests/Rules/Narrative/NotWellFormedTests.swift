import FHIRValidation
import Testing

struct NotWellFormedTests {
  @Test func reportsAnEndTagThatDoesNotFit() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>Blood «</b»></div>"
          }
        }
        """#,
      [ExpectedFinding(.notWellFormed, path: "Patient.text.div", messageContains: "</p>")])
  }

  @Test func countsThroughEscapes() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">\n\u00e9\t<p>a «\u0026» b</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.notWellFormed, messageContains: "&amp;")])
  }

  @Test func reportsAnElementWithoutAnEnd() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<«div» xmlns=\"http://www.w3.org/1999/xhtml\">Blood"
          }
        }
        """#,
      [ExpectedFinding(.notWellFormed, messageContains: "</div>")])
  }

  @Test func reportsMalformedAttributes() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p «class»=bold>a</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.notWellFormed, messageContains: "'class'")])
  }

  @Test func readsNothingBehindTheFault() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a «&» b<script/>&nbsp;</div>"
          }
        }
        """#,
      [ExpectedFinding(.notWellFormed)])
  }

  @Test func acceptsWhatXMLAllows() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a > b ]] &lt; <br/><p title='\"'>b</p ><!-- c --><![CDATA[ < & ]]></div>"
          }
        }
        """#)
  }
}
