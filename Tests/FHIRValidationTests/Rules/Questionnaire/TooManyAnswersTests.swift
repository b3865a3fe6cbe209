import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// Several answers to one question.
struct TooManyAnswersTests {
  private func question(repeats: Bool) -> String { #"{ "linkId": "1", "type": "integer", "repeats": \#(repeats) }"# }

  @Test func reportsTheSecondAnswer() {
    expectFindings(
      in: response(
        to: question(repeats: false),
        #"{ "linkId": "1", "answer": [{ "valueInteger": 1 }, «{» "valueInteger": 2 }, { "valueInteger": 3 }] }"#),
      [ExpectedFinding(.tooManyAnswers, path: "QuestionnaireResponse.item[0].answer[1]")], release: .r4)
  }

  @Test func reportsASecondItem() {
    expectFindings(
      in: response(to: question(repeats: false), #"{ "linkId": "1" }, «{» "linkId": "1" }"#),
      [ExpectedFinding(.tooManyAnswers, path: "QuestionnaireResponse.item[1]")], release: .r4)
  }

  @Test func acceptsWhatRepeats() {
    expectFindings(
      in: response(
        to: question(repeats: true), #"{ "linkId": "1", "answer": [{ "valueInteger": 1 }, { "valueInteger": 2 }] }"#),
      release: .r4)
    let defined = #"{ "linkId": "1", "type": "integer", "definition": "http://example.org/a#b" }"#
    expectFindings(
      in: response(to: defined, #"{ "linkId": "1", "answer": [{ "valueInteger": 1 }, { "valueInteger": 2 }] }"#),
      release: .r4)
  }
}
