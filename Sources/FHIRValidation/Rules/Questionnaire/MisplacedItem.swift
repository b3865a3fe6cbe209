package import FHIRFindings
import FHIRTape

extension Rule {
  package static let misplacedItem = Rule(
    "questionnaire/misplaced-item", .error, .structure,
    summary: "an item of a response is not nested as in its questionnaire",
    checks: """
      An item of a response is in the answer to the same item, or in the same group, as in the questionnaire. The \
      items below a question are in an answer to it, never beside its answers.
      """,
    matters: """
      The question around an item gives it its meaning: an age belongs to the relative that the group is about.
      """,
    form: .response(to: #"{ "linkId": "1", "type": "group", "item": [{ "linkId": "1.1", "type": "integer" }] }"#),
    bad: #"{ "linkId": "1.1", "answer": [{ "valueInteger": 10 }] }"#,
    good: #"{ "linkId": "1", "item": [{ "linkId": "1.1", "answer": [{ "valueInteger": 10 }] }] }"#,
    specification:
      "https://hl7.org/fhir/R4/questionnaireresponse-definitions.html#QuestionnaireResponse.questionnaire")
}

extension RecordCursor {
  /// Reports an item that is beside the answers to a question; the path is at the item.
  @inline(never)
  mutating func reportBesideAnswer(_ item: TapeIndex, _ question: AskedItem) {
    if drops(.misplacedItem) { return }
    report(
      .misplacedItem, at: headRange(item), path: .element,
      "expected the item in an answer to the question \(question.name), found it beside the answers")
  }

  /// - Parameter expected: the item that contains it in the questionnaire, `nil` for none.
  @inline(never)
  mutating func reportMisplacedItem(_ linkID: TapeIndex, expected: AskedItem?) {
    if drops(.misplacedItem) { return }
    let place = expected.map { "in the item \($0.name), as in the questionnaire" } ?? "in no other item"
    report(
      .misplacedItem, at: tape.range(linkID), path: .child("linkId"),
      "expected the item \(tape.excerpt(linkID)) \(place), found it elsewhere")
  }
}
