import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// Required items.
struct MissingAnswerTests {
  private let years = #"{ "linkId": "1", "type": "boolean" }, { "linkId": "2", "type": "integer", "required": true }"#
  private let yes = #"{ "linkId": "1", "answer": [{ "valueBoolean": true }] }"#

  @Test(arguments: ["completed", "amended"])
  func reportsARequiredItemOfACompleteResponse(status: String) {
    expectFindings(
      in: "«{»" + response(to: years, yes, status: status).dropFirst(),
      [ExpectedFinding(.missingAnswer, path: "QuestionnaireResponse", messageContains: "'2'")], release: .r4)
  }

  @Test func reportsARequiredQuestionWithoutAnAnswer() {
    expectFindings(
      in: response(to: years, yes + #", «{» "linkId": "2" }"#),
      [ExpectedFinding(.missingAnswer, path: "QuestionnaireResponse.item[1]")], release: .r4)
  }

  @Test func reportsARequiredGroupWithoutItems() {
    expectFindings(
      in: response(
        to: #"{ "linkId": "g", "type": "group", "required": true, "item": [{ "linkId": "g1", "type": "integer" }] }"#,
        #"«{» "linkId": "g" }"#),
      [ExpectedFinding(.missingAnswer)], release: .r4)
  }

  @Test func reportsARequiredQuestionOfAGroup() {
    expectFindings(
      in: groupResponse(
        to:
          #""linkId": "r", "question": [{ "linkId": "1", "type": "boolean", "required": true }, { "linkId": "2", "type": "boolean" }]"#,
        #""linkId": "r", "question": [{ "linkId": "2" }]"#
      ).replacing(
        #""group": { "linkId": "r", "question": [{ "linkId": "2" }]"#,
        with: #""group": «{» "linkId": "r", "question": [{ "linkId": "2" }]"#),
      [ExpectedFinding(.missingAnswer, path: "QuestionnaireResponse.group")])
  }

  @Test(arguments: ["in-progress", "entered-in-error", "stopped"])
  func acceptsAResponseThatIsNotComplete(status: String) {
    expectFindings(in: response(to: years, yes, status: status), release: .r4)
  }

  @Test func acceptsWhatIsInAGroupThatIsNotThere() {
    expectFindings(
      in: response(
        to:
          #"{ "linkId": "g", "type": "group", "item": [{ "linkId": "g1", "type": "integer", "required": true }] }, { "linkId": "1", "type": "boolean" }"#,
        yes), release: .r4)
  }

  @Test func acceptsWhatIsDisabledAndWhatMayBe() {
    let smoker =
      #"{ "linkId": "2", "type": "integer", "required": true, "enableWhen": [{ "question": "1", "operator": "=", "answerBoolean": false }] }"#
    expectFindings(in: response(to: #"{ "linkId": "1", "type": "boolean" }, "# + smoker, yes), release: .r4)
    let extended =
      #"{ "linkId": "2", "type": "integer", "required": true, "extension": [{ "url": "http://example.org/enableWhenExpression", "valueString": "x" }] }"#
    expectFindings(in: response(to: #"{ "linkId": "1", "type": "boolean" }, "# + extended, yes), release: .r4)
  }
}
