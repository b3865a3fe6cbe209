import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// Items that other answers disable.
struct DisabledItemTests {
  private func questions(_ conditions: String, type: String = "integer", behaviour: String = "") -> String {
    #"{ "linkId": "1", "type": "\#(type)" }, { "linkId": "2", "type": "integer", "enableWhen": [\#(conditions)]\#(behaviour) }"#
  }

  private func answers(_ value: String?, isMarked: Bool) -> String {
    let first = value.map { #"{ "linkId": "1", "answer": [{ \#($0) }] }, "# } ?? ""
    return first + (isMarked ? "«{»" : "{") + #" "linkId": "2", "answer": [{ "valueInteger": 7 }] }"#
  }

  static let met: [(String, String, String?, Bool)] = [
    ("boolean", #""operator": "=", "answerBoolean": true"#, #""valueBoolean": true"#, true),
    ("boolean", #""operator": "=", "answerBoolean": true"#, #""valueBoolean": false"#, false),
    ("boolean", #""operator": "=", "answerBoolean": true"#, nil, false),
    ("boolean", #""operator": "!=", "answerBoolean": true"#, #""valueBoolean": true"#, false),
    ("boolean", #""operator": "!=", "answerBoolean": true"#, nil, true),
    ("boolean", #""operator": "exists", "answerBoolean": true"#, #""valueBoolean": false"#, true),
    ("boolean", #""operator": "exists", "answerBoolean": true"#, nil, false),
    ("boolean", #""operator": "exists", "answerBoolean": false"#, nil, true),
    ("integer", #""operator": ">", "answerInteger": 9"#, #""valueInteger": 10"#, true),
    ("integer", #""operator": ">", "answerInteger": 10"#, #""valueInteger": 9"#, false),
    ("decimal", #""operator": "<=", "answerDecimal": 1.50"#, #""valueDecimal": 1.5"#, true),
    ("date", #""operator": "<", "answerDate": "2020-01-01""#, #""valueDate": "2019-12-31""#, true),
    ("date", #""operator": ">=", "answerDate": "2020-01-01""#, #""valueDate": "2019-12-31""#, false),
    ("date", #""operator": ">=", "answerDate": "2020-01-01""#, #""valueDate": "2019""#, true),
    ("choice", #""operator": "=", "answerCoding": { "code": "y" }"#, #""valueCoding": { "code": "n" }"#, false),
    (
      "quantity", #""operator": ">", "answerQuantity": { "value": 1, "unit": "g" }"#,
      #""valueQuantity": { "value": 1, "unit": "kg" }"#, true
    ),
  ]

  @Test(arguments: met)
  func decidesACondition(type: String, condition: String, value: String?, isEnabled: Bool) {
    expectFindings(
      in: response(
        to: questions(#"{ "question": "1", \#(condition) }"#, type: type), answers(value, isMarked: !isEnabled)),
      isEnabled ? [] : [ExpectedFinding(.disabledItem, path: "QuestionnaireResponse.item[\(value == nil ? 0 : 1)]")],
      release: .r4)
  }

  @Test(arguments: [("any", true), ("all", false)])
  func combinesConditions(behaviour: String, isEnabled: Bool) {
    let conditions =
      #"{ "question": "1", "operator": "=", "answerInteger": 1 }, { "question": "1", "operator": "=", "answerInteger": 2 }"#
    expectFindings(
      in: response(
        to: questions(conditions, behaviour: #", "enableBehavior": "\#(behaviour)""#),
        answers(#""valueInteger": 1"#, isMarked: !isEnabled)),
      isEnabled ? [] : [ExpectedFinding(.disabledItem)], release: .r4)
  }

  @Test func reportsADisabledGroupOnceAndAcceptsItEmpty() {
    let items =
      #"{ "linkId": "1", "type": "boolean" }, { "linkId": "g", "type": "group", "enableWhen": [{ "question": "1", "operator": "=", "answerBoolean": true }], "item": [{ "linkId": "g1", "type": "integer", "required": true }] }"#
    expectFindings(
      in: response(to: items, #"«{» "linkId": "g", "item": [{ "linkId": "g1", "answer": [{ "valueInteger": 7 }] }] }"#),
      [ExpectedFinding(.disabledItem)], release: .r4)
    expectFindings(in: response(to: items, #"{ "linkId": "g", "item": [{ "linkId": "g1" }] }"#), release: .r4)
  }

  @Test func asksTheQuestionInTheSameGroup() {
    let items =
      #"{ "linkId": "g", "type": "group", "repeats": true, "item": [\#(questions(#"{ "question": "1", "operator": "=", "answerInteger": 1 }"#))] }"#
    func group(_ value: Int, isMarked: Bool) -> String {
      #"{ "linkId": "g", "item": [\#(answers(#""valueInteger": \#(value)"#, isMarked: isMarked))] }"#
    }
    expectFindings(
      in: response(to: items, group(1, isMarked: false) + ", " + group(2, isMarked: true)),
      [ExpectedFinding(.disabledItem, path: "QuestionnaireResponse.item[1].item[1]")], release: .r4)
  }
}
