import FHIRFindings
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

  /// A group that is there lacks its required items, even without any item; each occurrence has its own.
  @Test func asksForTheItemsOfAnEmptyGroup() {
    let group =
      #"{ "linkId": "g", "type": "group", "repeats": true, "item": [{ "linkId": "g1", "type": "integer", "required": true }] }"#
    let full = #"{ "linkId": "g", "item": [{ "linkId": "g1", "answer": [{ "valueInteger": 1 }] }] }"#
    for empty in [#"«{» "linkId": "g" }"#, #"«{» "linkId": "g", "text": "Group" }"#] {
      expectFindings(
        in: response(to: group, full + ", " + empty),
        [ExpectedFinding(.missingAnswer, path: "QuestionnaireResponse.item[1]", messageContains: "'g1'")], release: .r4)
    }
    expectFindings(in: response(to: group, full), release: .r4)
    expectFindings(in: response(to: group, #"{ "linkId": "g" }"#, status: "in-progress"), release: .r4)
    // What is below a question is asked for in its answers only.
    let question =
      #"{ "linkId": "q", "type": "boolean", "item": [{ "linkId": "q1", "type": "integer", "required": true }] }"#
    expectFindings(in: response(to: question, #"{ "linkId": "q" }"#), release: .r4)
    // A required group without items is one fault.
    expectFindings(
      in: response(
        to: group.replacing(#""repeats""#, with: #""required": true, "repeats""#), #"«{» "linkId": "g" }"#),
      [ExpectedFinding(.missingAnswer, messageContains: "'g'")], release: .r4)
  }

  /// The extension questionnaire-minOccurs, whose definition allows it only where an answer is required.
  @Test func asksForTheFewestAnswers() {
    let context = ExpectedFinding(.profileExtensionContext, .warning)
    let fewest =
      #""extension": [«{» "url": "http://hl7.org/fhir/StructureDefinition/questionnaire-minOccurs", "valueInteger": 2 }]"#
    let question = #"{ \#(fewest), "linkId": "1", "type": "integer", "repeats": true }"#
    func answers(_ values: String) -> String { #"{ "linkId": "1", "answer": [\#(values)] }"# }
    expectFindings(
      in: "«{»" + response(to: question, answers(#"{ "valueInteger": 1 }"#)).dropFirst(),
      [ExpectedFinding(.missingAnswer, messageContains: "at least 2 answers to the item '1', found 1"), context],
      release: .r4)
    expectFindings(
      in: response(to: question, answers(#"{ "valueInteger": 1 }, { "valueInteger": 2 }"#)), [context], release: .r4)
    // One that is not required may be skipped.
    expectFindings(
      in: response(to: question + #", { "linkId": "2", "type": "display" }"#, #"{ "linkId": "2" }"#), [context],
      release: .r4)
    let group =
      #"{ \#(fewest), "linkId": "g", "type": "group", "repeats": true, "item": [{ "linkId": "g1", "type": "display" }] }"#
    expectFindings(
      in: "«{»" + response(to: group, #"{ "linkId": "g", "item": [{ "linkId": "g1" }] }"#).dropFirst(),
      [ExpectedFinding(.missingAnswer, messageContains: "at least 2 occurrences of the item 'g', found 1"), context],
      release: .r4)
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
