import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// A response is judged by a questionnaire of its Bundle, wherever in the Bundle that is.
struct QuestionnaireInBundleTests {
  private static let text =
    #""text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">x</div>" }"#
  private static let questionnaire =
    #"{ "fullUrl": "http://example.org/Questionnaire/a", "resource": { "resourceType": "Questionnaire", "id": "a", \#(text), "url": "http://example.org/q", "version": "1", "status": "active", "item": [{ "linkId": "1", "type": "boolean" }] } }"#

  private func response(_ address: String, isMarked: Bool = true, id: String = "b") -> String {
    let linkID = isMarked ? #"«"2"»"# : #""2""#
    return
      #"{ "fullUrl": "http://example.org/QuestionnaireResponse/\#(id)", "resource": { "resourceType": "QuestionnaireResponse", "id": "\#(id)", \#(Self.text), "questionnaire": "\#(address)", "status": "completed", "item": [{ "linkId": \#(linkID), "answer": [{ "valueBoolean": true }] }] } }"#
  }

  private func bundle(_ entries: String...) -> String {
    #"{ "resourceType": "Bundle", "type": "collection", "entry": [\#(entries.joined(separator: ", "))] }"#
  }

  @Test(arguments: ["http://example.org/q", "http://example.org/q|1", "Questionnaire/a"])
  func findsItBeforeAndBehindTheResponse(address: String) {
    expectFindings(
      in: bundle(Self.questionnaire, response(address)),
      [ExpectedFinding(.unknownItem, path: "Bundle.entry[1].resource.item[0].linkId")], release: .r4)
    expectFindings(
      in: bundle(response(address), Self.questionnaire),
      [ExpectedFinding(.unknownItem, path: "Bundle.entry[0].resource.item[0].linkId")], release: .r4)
  }

  @Test func findsItInABundleWithinABundle() {
    let inner = bundle(response("http://example.org/q"), Self.questionnaire)
    expectFindings(
      in: bundle(#"{ "fullUrl": "http://example.org/Bundle/c", "resource": \#(inner) }"#),
      [ExpectedFinding(.unknownItem, path: "Bundle.entry[0].resource.entry[0].resource.item[0].linkId")], release: .r4)
  }

  @Test(arguments: ["http://example.org/q|2", "http://example.org/other"])
  func countsAResponseToAnother(address: String) {
    let record = bundle(response(address, isMarked: false), Self.questionnaire)
    let result = Validator.insisting(on: .r4).validate(Array(record.utf8))
    #expect(result.findings.isEmpty)
    #expect(result.tally.notChecked["responses to questionnaires not available"] == 1)
  }

  @Test func keepsTheFindingsOfOtherRecordsApart() {
    expectFindings(
      in: bundle(
        response("http://example.org/q"), Self.questionnaire, response("http://example.org/q", id: "c")),
      [
        ExpectedFinding(.unknownItem, path: "Bundle.entry[0].resource.item[0].linkId"),
        ExpectedFinding(.unknownItem, path: "Bundle.entry[2].resource.item[0].linkId"),
      ], release: .r4)
  }
}
