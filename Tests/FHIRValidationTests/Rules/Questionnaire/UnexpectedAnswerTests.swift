import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// Answers to items that are not questions.
struct UnexpectedAnswerTests {
  @Test(arguments: ["group", "display"])
  func reportsAnAnswerToWhatAsksNothing(type: String) {
    let children = type == "group" ? #", "item": [{ "linkId": "2", "type": "string" }]"# : ""
    expectFindings(
      in: response(
        to: #"{ "linkId": "1", "type": "\#(type)"\#(children) }"#,
        #"{ "linkId": "1", "answer": «[»{ "valueString": "x" }] }"#),
      [ExpectedFinding(.unexpectedAnswer, path: "QuestionnaireResponse.item[0].answer", messageContains: "'\(type)'")],
      release: .r4)
  }

  @Test func acceptsADisplayedText() {
    expectFindings(
      in: response(to: #"{ "linkId": "1", "type": "display" }"#, #"{ "linkId": "1", "text": "Habits" }"#), release: .r4)
  }
}
