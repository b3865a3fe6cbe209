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

  /// The extension questionnaire-maxOccurs, for the answers of all items of a question and for groups.
  @Test func reportsMoreThanTheMost() {
    let most =
      #""extension": [{ "url": "http://hl7.org/fhir/StructureDefinition/questionnaire-maxOccurs", "valueInteger": 2 }]"#
    let question = #"{ \#(most), "linkId": "1", "type": "integer", "repeats": true }"#
    func item(_ count: Int, isMarked: Bool = false) -> String {
      let answers = (0..<count).map { #"{ "valueInteger": \#($0) }"# }.joined(separator: ", ")
      return #"\#(isMarked ? "«{»" : "{") "linkId": "1", "answer": [\#(answers)] }"#
    }
    expectFindings(in: response(to: question, item(2)), release: .r4)
    expectFindings(
      in: response(to: question, item(3, isMarked: true)),
      [ExpectedFinding(.tooManyAnswers, messageContains: "at most 2 answers to the item '1', found more")], release: .r4
    )
    expectFindings(
      in: response(to: question, item(1) + ", " + item(2, isMarked: true) + ", " + item(1)),
      [ExpectedFinding(.tooManyAnswers, path: "QuestionnaireResponse.item[1]")], release: .r4)
    let group =
      #"{ \#(most), "linkId": "1", "type": "group", "repeats": true, "item": [{ "linkId": "2", "type": "display" }] }"#
    let one = #" "linkId": "1", "item": [{ "linkId": "2" }] }"#
    expectFindings(
      in: response(to: group, "{\(one), {\(one), «{»\(one)"),
      [ExpectedFinding(.tooManyAnswers, messageContains: "at most 2 occurrences")], release: .r4)
  }

  /// The extension questionnaire-optionExclusive.
  @Test func anExclusiveOptionIsTheOnlyAnswer() {
    let exclusive =
      #""extension": [{ "url": "http://hl7.org/fhir/StructureDefinition/questionnaire-optionExclusive", "valueBoolean": true }]"#
    func coding(_ code: String) -> String { #""valueCoding": { "system": "http://a.org", "code": "\#(code)" }"# }
    let question =
      #"{ "linkId": "1", "type": "choice", "repeats": true, "answerOption": [{ \#(exclusive), \#(coding("none")) }, { \#(coding("a")) }, { \#(coding("b")) }] }"#
    func item(_ answers: String...) -> String {
      #"{ "linkId": "1", "answer": [\#(answers.joined(separator: ", "))] }"#
    }
    expectFindings(
      in: response(to: question, item("{ \(coding("a")) }", "«{» \(coding("none")) }")),
      [
        ExpectedFinding(
          .tooManyAnswers, path: "QuestionnaireResponse.item[0].answer[1]", messageContains: "beside 'none'")
      ],
      release: .r4)
    expectFindings(in: response(to: question, item("{ \(coding("none")) }")), release: .r4)
    expectFindings(in: response(to: question, item("{ \(coding("a")) }", "{ \(coding("b")) }")), release: .r4)
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
