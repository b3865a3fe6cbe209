import FHIRFindings
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

  private static func ucum(_ value: Int, _ unit: String) -> String {
    #"{ "value": \#(value), "unit": "\#(unit)", "system": "http://unitsofmeasure.org", "code": "\#(unit)" }"#
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
    ("date", #""operator": ">=", "answerDate": "2020-02-01""#, #""valueDate": "2020""#, true),
    ("choice", #""operator": "=", "answerCoding": { "code": "y" }"#, #""valueCoding": { "code": "n" }"#, false),
    // Of other precision, but decided.
    ("date", #""operator": ">=", "answerDate": "2020-01-01""#, #""valueDate": "2019""#, false),
    ("date", #""operator": "<=", "answerDate": "2020-05""#, #""valueDate": "2021-06-01""#, false),
    ("date", #""operator": ">", "answerDate": "2020-05-31""#, #""valueDate": "2019""#, false),
    ("date", #""operator": "=", "answerDate": "2020-05""#, #""valueDate": "2020-04-30""#, false),
    ("date", #""operator": "=", "answerDate": "2020-05""#, #""valueDate": "2020-05-30""#, true),
    (
      "dateTime", #""operator": "<", "answerDateTime": "2020-01-01T00:00:00Z""#,
      #""valueDateTime": "2020-01-01T01:30:00+01:00""#, false
    ),
    (
      "dateTime", #""operator": "<", "answerDateTime": "2020-01-01T00:00:00Z""#,
      #""valueDateTime": "2020-01-01T00:30:00+01:00""#, true
    ),
    ("time", #""operator": ">=", "answerTime": "12:00:00""#, #""valueTime": "11:59:59.9""#, false),
    (
      "quantity", #""operator": ">=", "answerQuantity": \#(ucum(1, "kg"))"#, #""valueQuantity": \#(ucum(999, "g"))"#,
      false
    ),
    (
      "quantity", #""operator": ">=", "answerQuantity": \#(ucum(1, "kg"))"#, #""valueQuantity": \#(ucum(1000, "g"))"#,
      true
    ),
    (
      "quantity", #""operator": "=", "answerQuantity": \#(ucum(1, "kg"))"#, #""valueQuantity": \#(ucum(1000, "g"))"#,
      true
    ),
    (
      "quantity", #""operator": "=", "answerQuantity": \#(ucum(1, "kg"))"#, #""valueQuantity": \#(ucum(1, "g"))"#, false
    ),
    (
      "quantity", #""operator": "<", "answerQuantity": \#(ucum(1, "kg"))"#, #""valueQuantity": \#(ucum(5, "cm"))"#, true
    ),
    (
      "open-choice", #""operator": "=", "answerCoding": { "code": "a" }"#, #""valueString": "a""#, false
    ),
    ("attachment", #""operator": "exists", "answerBoolean": false"#, #""valueAttachment": { "title": "x" }"#, false),
    (
      "quantity", #""operator": "<", "answerQuantity": { "value": 1, "unit": "g" }"#,
      #""valueQuantity": { "value": 5, "comparator": "<", "unit": "g" }"#, true
    ),
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

  @Test(arguments: [
    (#""operator": "<=", "answerInteger": 3"#, #""valueInteger": 4"#, "'1' <= '3'"),
    (#""operator": "exists", "answerBoolean": false"#, #""valueInteger": 4"#, "'1' exists 'false'"),
  ])
  func saysWhichCondition(condition: String, value: String, words: String) {
    expectFindings(
      in: response(to: questions(#"{ "question": "1", \#(condition) }"#), answers(value, isMarked: true)),
      [ExpectedFinding(.disabledItem, messageContains: "the condition \(words) is not met")], release: .r4)
  }

  /// What cannot be decided is counted, for an item that is there or required.
  @Test(
    arguments: [
      (
        #""enableWhen": [{ "question": "1", "operator": ">=", "answerDate": "2020-01-01" }]"#, #""valueDate": "2020""#,
        1
      ),
      (
        #""enableWhen": [{ "question": "1", "operator": ">=", "answerDate": "2020-01-01" }]"#, #""valueDate": "2021""#,
        nil
      ),
      (
        #""extension": [{ "url": "http://a.org/sdc-questionnaire-enableWhenExpression", "valueString": "x" }]"#,
        #""valueDate": "2020""#, 1
      ),
    ] as [(String, String, Int?)])
  func countsWhatCannotBeDecided(condition: String, value: String, count: Int?) {
    func counted(_ isRequired: Bool, _ isThere: Bool) -> Int? {
      let items =
        #"{ "linkId": "1", "type": "date" }, { "linkId": "2", "type": "integer", "required": \#(isRequired), \#(condition) }"#
      let second = isThere ? #", { "linkId": "2", "answer": [{ "valueInteger": 7 }] }"# : ""
      let record = response(to: items, #"{ "linkId": "1", "answer": [{ \#(value) }] }"# + second)
      return Validator.insisting(on: .r4).validate(Array(record.utf8)).tally.notChecked["conditions of questionnaires"]
    }
    #expect(counted(false, true) == count)
    #expect(counted(true, false) == count)
    #expect(counted(false, false) == nil)
  }

  /// The fault is one of the questionnaire, and the item may be enabled.
  @Test func aQuestionThatNoItemHasDecidesNothing() {
    let record = response(
      to: questions(#"{ "question": "zz", "operator": "exists", "answerBoolean": true }"#),
      answers(nil, isMarked: false))
    let result = Validator.insisting(on: .r4).validate(Array(record.utf8))
    #expect(result.findings.map(\.rule.rawValue) == ["invariant/questionnaire-condition"])
    #expect(result.tally.notChecked["conditions of questionnaires"] == 1)
  }

  // MARK: - STU3

  private func older(_ conditions: String, _ answers: String, isMarked: Bool = false) -> String {
    let items =
      #"{ "linkId": "1", "type": "boolean" }, { "linkId": "2", "type": "string" }, { "linkId": "3", "type": "string", "required": true, "enableWhen": [\#(conditions)] }"#
    let record = """
      { "resourceType": "QuestionnaireResponse",
        "contained": [{ "resourceType": "Questionnaire", "id": "q", "status": "active", "item": [\(items)] }],
        "questionnaire": { "reference": "#q" }, "status": "completed", "item": [\(answers)] }
      """
    return isMarked ? "«{»" + record.dropFirst() : record
  }

  private static let first = #"{ "linkId": "1", "answer": [{ "valueBoolean": true }] }"#
  private static let no = #"{ "linkId": "1", "answer": [{ "valueBoolean": false }] }"#
  private static let second = #"{ "linkId": "2", "answer": [{ "valueString": "a" }] }"#

  /// In STU3 a condition has no operator, and any of several enables.
  @Test(arguments: [
    (#"{ "question": "1", "answerBoolean": true }"#, first, true),
    (#"{ "question": "1", "answerBoolean": true }"#, no, false),
    (#"{ "question": "1", "answerBoolean": true }"#, second, false),
    (#"{ "question": "2", "hasAnswer": true }"#, second, true),
    (#"{ "question": "2", "hasAnswer": true }"#, first, false),
    (#"{ "question": "2", "hasAnswer": false }"#, second, false),
    (#"{ "question": "2", "hasAnswer": false }"#, first, true),
    (#"{ "question": "1", "answerBoolean": true }, { "question": "2", "hasAnswer": true }"#, no + ", " + second, true),
    (#"{ "question": "1", "answerBoolean": true }, { "question": "2", "hasAnswer": true }"#, no, false),
  ])
  func decidesAConditionOfSTU3(conditions: String, answers: String, isEnabled: Bool) {
    let third = #" "linkId": "3", "answer": [{ "valueString": "x" }] }"#
    expectFindings(
      in: older(conditions, answers + (isEnabled ? ", {" : ", «{»") + third),
      isEnabled ? [] : [ExpectedFinding(.disabledItem)], release: .stu3)
    expectFindings(
      in: older(conditions, answers, isMarked: isEnabled), isEnabled ? [ExpectedFinding(.missingAnswer)] : [],
      release: .stu3)
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
