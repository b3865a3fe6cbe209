import FHIRValidation
import Testing

struct DuplicateIdTests {
  @Test func reportsTheSecond() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p id=\"a\">b</p><p id=\"«a»\">c</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.duplicateNarrativeID, path: "Patient.text.div")])
  }

  @Test func reportsTheIDOfAnElementOfTheResource() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "id": "b",
          "name": [{ "id": "a", "text": "One" }],
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p id=\"«a»\">b</p><p id=\"b\">c</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.duplicateNarrativeID, path: "Patient.text.div")])
  }

  @Test func comparesUpperAndLowerCase() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p id=\"a\">b</p><p id=\"A\">c</p><a name=\"a\"/></div>"
          }
        }
        """#)
  }

  @Test func comparesWhatReferencesStandFor() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p id=\"a\">b</p><p id=\"«&#97;»\">c</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.duplicateNarrativeID)])
  }
}
