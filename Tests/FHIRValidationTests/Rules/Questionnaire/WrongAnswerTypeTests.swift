import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// The type of an answer.
struct WrongAnswerTypeTests {
  @Test(arguments: [
    ("boolean", #""valueString": «"true"»"#, "valueBoolean"), ("integer", #""valueDecimal": «1.0»"#, "valueInteger"),
    ("decimal", #""valueInteger": «1»"#, "valueDecimal"), ("date", #""valueDateTime": «"2020"»"#, "valueDate"),
    ("text", #""valueCoding": «{» "code": "a" }"#, "valueString"), ("choice", #""valueString": «"a"»"#, "valueCoding"),
    ("open-choice", #""valueInteger": «1»"#, "'valueCoding' or 'valueString'"),
    ("quantity", #""valueDecimal": «1»"#, "valueQuantity"), ("url", #""valueString": «"http://a.org"»"#, "valueUri"),
  ])
  func reportsAnotherType(question: (type: String, value: String, expected: String)) {
    expectFindings(
      in: response(
        to: #"{ "linkId": "1", "type": "\#(question.type)" }"#,
        #"{ "linkId": "1", "answer": [{ \#(question.value) }] }"#),
      [ExpectedFinding(.wrongAnswerType, messageContains: question.expected)], release: .r4)
  }

  @Test(arguments: [
    ("string", #""valueString": "a""#), ("text", #""valueString": "a""#), ("time", #""valueTime": "10:00:00""#),
    ("open-choice", #""valueString": "a""#), ("open-choice", #""valueCoding": { "code": "a" }"#),
    ("reference", #""valueReference": { "display": "a" }"#), ("attachment", #""valueAttachment": { "title": "a" }"#),
  ])
  func acceptsTheTypeOfTheQuestion(question: (type: String, value: String)) {
    expectFindings(
      in: response(
        to: #"{ "linkId": "1", "type": "\#(question.type)" }"#,
        #"{ "linkId": "1", "answer": [{ \#(question.value) }] }"#), release: .r4)
  }

  @Test func acceptsTheTypesOfTheOptions() {
    expectFindings(
      in: response(
        to: #"{ "linkId": "1", "type": "choice", "answerOption": [{ "valueInteger": 1 }] }"#,
        #"{ "linkId": "1", "answer": [{ "valueInteger": 1 }] }"#), release: .r4)
  }

  @Test func acceptsAnyTypeWhereTheQuestionStatesNone() {
    expectFindings(
      in: groupResponse(
        to: #""question": [{ "linkId": "1" }]"#,
        #""question": [{ "linkId": "1", "answer": [{ "valueInteger": 1 }] }]"#))
  }
}
