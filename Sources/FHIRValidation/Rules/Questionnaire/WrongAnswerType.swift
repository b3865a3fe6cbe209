package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let wrongAnswerType = Rule(
    "questionnaire/wrong-answer-type", .error, .value,
    summary: "an answer has not the type that the questionnaire asks for",
    checks: """
      The type of an answer fits the `type` of the question: `valueBoolean` for `boolean`, `valueString` for `string` \
      and `text`, `valueCoding` for `choice`, and so on. For `open-choice` it is `valueCoding` or `valueString`. If \
      the permitted answers are listed, their types fit, too.
      """,
    matters: """
      Software that evaluates responses reads the member for this type only, and takes the question as not answered.
      """,
    form: .response(to: #"{ "linkId": "2", "text": "For how many years?", "type": "integer" }"#),
    example: #"{ "linkId": "2", "answer": [{ ~ }] }"#, bad: #""valueString": "10""#, good: #""valueInteger": 10"#,
    specification:
      "https://hl7.org/fhir/R4/questionnaireresponse-definitions.html#QuestionnaireResponse.item.answer.value_x_")
}

extension RecordCursor {
  @inline(never)
  mutating func reportWrongAnswerType(
    _ value: TapeIndex, _ member: String, _ item: AskedItem, expected: QuestionForm.AnswerType
  ) {
    if drops(.wrongAnswerType) { return }
    report(
      .wrongAnswerType, at: headRange(value), path: .below(member),
      """
      expected \(expected.members.alternatives) for the item \(item.name) of the type '\(item.typeName)', found \
      '\(member)'
      """)
  }
}
