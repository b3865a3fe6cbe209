import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// An item that the questionnaire does not have.
struct UnknownItemTests {
  @Test func reportsALinkIDThatTheQuestionnaireLacks() {
    expectFindings(
      in: response(
        to: #"{ "linkId": "1", "type": "boolean" }"#, #"{ "linkId": «"2"», "answer": [{ "valueBoolean": true }] }"#),
      [ExpectedFinding(.unknownItem, path: "QuestionnaireResponse.item[0].linkId", messageContains: "\"2\"")],
      release: .r4)
  }

  @Test func reportsItInGroupsAndQuestions() {
    expectFindings(
      in: groupResponse(
        to: #""linkId": "r", "question": [{ "linkId": "1", "type": "boolean" }]"#,
        #""linkId": "r", "question": [{ "linkId": «"r1"», "answer": [{ "valueBoolean": true }] }]"#),
      [ExpectedFinding(.unknownItem, path: "QuestionnaireResponse.group.question[0].linkId")])
  }

  @Test func recognisesARootWithoutALinkIDByItsPlace() {
    expectFindings(
      in: groupResponse(
        to: #""question": [{ "linkId": "1", "type": "boolean" }]"#,
        #""linkId": "of my own", "question": [{ "linkId": "1", "answer": [{ "valueBoolean": true }] }]"#))
  }

  @Test func leavesAloneWhatAQuestionnaireWithoutLinkIDsMayMean() {
    expectFindings(
      in: groupResponse(
        to: #""question": [{ "text": "Do you smoke?", "type": "boolean" }]"#,
        #""question": [{ "linkId": "1", "answer": [{ "valueString": "no" }] }]"#))
  }

  @Test func leavesAloneAResponseWithoutItsQuestionnaire() {
    let record =
      #"{ "resourceType": "QuestionnaireResponse", "questionnaire": "http://example.org/q", "status": "completed", "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">x</div>" }, "item": [{ "linkId": "1" }] }"#
    expectFindings(in: record, release: .r4)
    let result = Validator.insisting(on: .r4).validate(Array(record.utf8))
    #expect(result.tally.notChecked["responses to questionnaires not available"] == 1)
  }
}
