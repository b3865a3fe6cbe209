package import FHIRFindings
import FHIRTape

extension Rule {
  package static let unexpectedAnswer = Rule(
    "questionnaire/unexpected-answer", .error, .structure, summary: "a group or a text for display has an answer",
    checks: "An item of the type `group` or `display` has no answers.",
    matters: "Such an item asks nothing, so that the answer has no meaning.",
    form: .response(to: #"{ "linkId": "1", "text": "Habits", "type": "display" }"#),
    bad: #"{ "linkId": "1", "answer": [{ "valueBoolean": true }] }"#, good: #"{ "linkId": "1", "text": "Habits" }"#,
    specification: "https://hl7.org/fhir/R4/questionnaireresponse-definitions.html#QuestionnaireResponse.item")
}

extension RecordCursor {
  @inline(never)
  mutating func reportUnexpectedAnswer(_ answers: TapeIndex, _ item: AskedItem) {
    if drops(.unexpectedAnswer) { return }
    report(
      .unexpectedAnswer, at: headRange(answers), path: .child("answer"),
      "expected no answer to the item \(item.name) of the type '\(item.typeName)', found one")
  }
}
