import FHIRFindings
import FHIRValidation
import FHIRTestSupport
import Testing

struct InvalidCharacterTests {
  @Test(arguments: [
    "\\u0000", "\\u0001", "\\u0008", "\\b", "\\u000B", "\\f", "\\u000e", "\\u001F", "\\uFFFE", "\\uffff", "\u{FFFE}",
    "\u{FFFF}",
  ])
  func reportsWhatXMLDoesNotHave(character: String) {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "id": "a",
          "name": [{ "text": "Zoë «\(character)» X" }]
        }
        """,
      [ExpectedFinding(.invalidCharacter, path: "Patient.name[0].text", messageContains: "found U+")])
  }

  @Test func namesTheCharacter() {
    expectFindings(
      in: #"{ "resourceType": "Patient", "name": [{ "text": "a\n«\u000b»\u0000" }] }"#,
      [ExpectedFinding(.invalidCharacter, messageContains: "found U+000B")])
  }

  @Test func reportsEachItemOfAnArray() {
    expectFindings(
      in: #"{ "resourceType": "Patient", "name": [{ "given": ["«\u0000»", "b", "c«\b»"] }] }"#,
      [
        ExpectedFinding(.invalidCharacter, path: "Patient.name[0].given[0]"),
        ExpectedFinding(.invalidCharacter, path: "Patient.name[0].given[2]"),
      ])
  }

  @Test func reportsCodesURIsAndReferencesOnce() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Observation",
          "status": "final«\u0000»",
          "code": { "coding": [{ "system": "http://example.org/«\u0001»", "code": "a«\uFFFF»" }] },
          "subject": { "reference": "Patient/«\u0002»1" }
        }
        """#,
      [
        ExpectedFinding(.invalidCharacter), ExpectedFinding(.invalidCharacter), ExpectedFinding(.invalidCharacter),
        ExpectedFinding(.invalidCharacter),
      ])
  }

  @Test func reportsTheAddressOfAnEntryOnce() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [{ "fullUrl": "http://example.org/«\uFFFE»", "resource": { "resourceType": "Patient" } }]
        }
        """#,
      [ExpectedFinding(.invalidCharacter)])
  }

  @Test func leavesNarrativesToTheirOwnRule() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a«\u0000»</div>" }
        }
        """#,
      [ExpectedFinding(.notWellFormed)])
  }

  @Test func acceptsAllOthers() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "a\t\n\r\"\\\/\u0009\u000a\u000D\u0020\u007f\u0085\uFFFD\uD83F\uDFFE\uFDD0 � \\u0000" }]
        }
        """#)
  }
}
