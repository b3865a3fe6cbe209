import FHIRValidation
import Testing

struct UnknownEntityTests {
  @Test func reportsANameOfHTML() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">120«&nbsp;»mmHg</div>"
          }
        }
        """#,
      [ExpectedFinding(.unknownEntity, path: "Patient.text.div", messageContains: "&nbsp;")])
  }

  @Test func reportsANumberOfNoCharacter() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a«&#0;»b«&#x110000;»</div>"
          }
        }
        """#,
      [ExpectedFinding(.unknownEntity), ExpectedFinding(.unknownEntity)])
  }

  @Test func looksIntoAttributes() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p title=\"«&copy;»\">a</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.unknownEntity)])
  }

  @Test func acceptsTheEntitiesOfXML() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">&amp;&lt;&gt;&quot;&apos;&#160;&#xA0;</div>"
          }
        }
        """#)
  }
}
