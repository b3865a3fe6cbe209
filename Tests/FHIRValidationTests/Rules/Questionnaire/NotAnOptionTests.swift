import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// The permitted answers.
struct NotAnOptionTests {
  private func choice(_ options: String, type: String = "choice") -> String {
    #"{ "linkId": "1", "type": "\#(type)", "answerOption": [\#(options)] }"#
  }
  private func answer(_ value: String) -> String { #"{ "linkId": "1", "answer": [{ \#(value) }] }"# }

  @Test(arguments: [
    (
      #"{ "valueCoding": { "system": "http://a.org", "code": "y" } }"#,
      #""valueCoding": «{» "system": "http://a.org", "code": "n" }"#
    ),
    (
      #"{ "valueCoding": { "system": "http://a.org", "code": "y" } }"#,
      #""valueCoding": «{» "system": "http://b.org", "code": "y" }"#
    ),
    (#"{ "valueInteger": 1 }, { "valueInteger": 2 }"#, #""valueInteger": «3»"#),
    (#"{ "valueString": "a" }"#, #""valueString": «"b"»"#),
    (#"{ "valueDate": "2020-01-01" }"#, #""valueDate": «"2020-01-02"»"#),
  ])
  func reportsAnotherAnswer(choice: (options: String, value: String)) {
    expectFindings(
      in: response(to: self.choice(choice.options), answer(choice.value)),
      [ExpectedFinding(.notAnOption, messageContains: "permitted")], release: .r4)
  }

  @Test(arguments: [
    (#"{ "valueCoding": { "code": "y" } }"#, #""valueCoding": { "system": "http://a.org", "code": "y" }"#),
    (#"{ "valueCoding": { "display": "Yes" } }"#, #""valueCoding": { "code": "y" }"#),
    (#"{ "valueInteger": 1 }, { "valueInteger": 2 }"#, #""valueInteger": 2"#),
    (#"{ "valueDate": "2020" }"#, #""valueDate": "2020-01-02""#),
  ])
  func acceptsAnOptionAndWhatMayBeOne(choice: (options: String, value: String)) {
    expectFindings(in: response(to: self.choice(choice.options), answer(choice.value)), release: .r4)
  }

  @Test func acceptsAnyTextOfAnOpenChoice() {
    let options = #"{ "valueCoding": { "code": "y" } }, { "valueString": "a" }"#
    expectFindings(
      in: response(to: choice(options, type: "open-choice"), answer(#""valueString": "b""#)), release: .r4)
    expectFindings(
      in: response(to: choice(options, type: "open-choice"), answer(#""valueCoding": «{» "code": "n" }"#)),
      [ExpectedFinding(.notAnOption)], release: .r4)
  }

  @Test func comparesTheOptionsOfAGroup() {
    let question = #""question": [{ "linkId": "1", "type": "choice", "option": [{ "code": "y" }] }]"#
    expectFindings(
      in: groupResponse(
        to: question, #""question": [{ "linkId": "1", "answer": [{ "valueCoding": «{» "code": "n" } }] }]"#),
      [ExpectedFinding(.notAnOption, path: "QuestionnaireResponse.group.question[0].answer[0].valueCoding")])
  }

  @Test func countsAnswersFromValueSets() {
    let record = response(
      to: #"{ "linkId": "1", "type": "choice", "answerValueSet": "http://example.org/v" }"#,
      answer(#""valueCoding": { "code": "n" }"#))
    let result = Validator.insisting(on: .r4).validate(Array(record.utf8))
    #expect(result.tally.notChecked["answers from value sets"] == 1)
  }
}
