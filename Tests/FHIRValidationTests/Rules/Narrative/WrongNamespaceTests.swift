import FHIRValidation
import Testing

struct WrongNamespaceTests {
  @Test func reportsAnotherNamespace() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"«http://hl7.org/fhir»\">a</div>"
          }
        }
        """#,
      [ExpectedFinding(.wrongNamespace, path: "Patient.text.div", messageContains: "http://hl7.org/fhir")])
  }

  @Test func reportsItBelowTheRoot() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a<p xmlns=\"«http://www.w3.org/2000/svg»\">b</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.wrongNamespace)])
  }

  @Test func acceptsTheNamespaceTwice() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a<p xmlns=\"http://www.w3.org/1999/xhtml\">b</p></div>"
          }
        }
        """#)
  }
}
