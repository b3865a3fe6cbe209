import FHIRValidation
import Testing

struct DeclarationTests {
  @Test func reportsAnXMLDeclaration() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "«<?xml version=\"1.0\"?>»<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>"
          }
        }
        """#,
      [ExpectedFinding(.declaration, path: "Patient.text.div")])
  }

  @Test func reportsADocumentType() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "«<!DOCTYPE div [<!ENTITY a \"b\">]>»<div xmlns=\"http://www.w3.org/1999/xhtml\">&lt;</div>"
          }
        }
        """#,
      [ExpectedFinding(.declaration)])
  }

  @Test func reportsAProcessingInstruction() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a«<?page break?>»b</div>"
          }
        }
        """#,
      [ExpectedFinding(.declaration)])
  }
}
