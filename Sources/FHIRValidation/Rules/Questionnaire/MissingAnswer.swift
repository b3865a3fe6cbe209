package import FHIRFindings
import FHIRTape

extension Rule {
  package static let missingAnswer = Rule(
    "questionnaire/missing-answer", .error, .required,
    summary: "a complete response lacks the answer to a required item",
    checks: """
      If the `status` is `completed` or `amended`, a response has an answer to each required question and an item in \
      each required group. Items in a group or an answer that is not there are not required, nor are those that \
      `enableWhen` disables. A group that is there without items lacks its required ones. An item that is required or \
      there has as many answers, or a group occurs as often, as the extension `questionnaire-minOccurs` says.
      """,
    matters: """
      The author of the questionnaire cannot use a response without these answers, such as a score with one part \
      missing.
      """,
    form: .response(
      to: """
        { "linkId": "1", "text": "Do you smoke?", "type": "boolean" },
        { "linkId": "2", "text": "For how many years?", "type": "integer", "required": true }
        """),
    bad: #"{ "linkId": "1", "answer": [{ "valueBoolean": true }] }"#,
    good: """
      { "linkId": "1", "answer": [{ "valueBoolean": true }] },
      { "linkId": "2", "answer": [{ "valueInteger": 10 }] }
      """,
    specification: "https://hl7.org/fhir/R4/questionnaire-definitions.html#Questionnaire.item.required")
}

extension RecordCursor {
  /// - Parameters:
  ///   - object: what should contain the item, or the item without an answer.
  ///   - count: how many answers or occurrences it has.
  @inline(never)
  mutating func reportMissingAnswer(_ object: TapeIndex, _ item: AskedItem, found count: Int = 0) {
    if drops(.missingAnswer) { return }
    report(
      .missingAnswer, at: headRange(object), path: .element,
      count == 0
        ? "expected an answer to the required item \(item.name), found none"
        : "expected at least \(item.minimum) \(item.times) the item \(item.name), found \(count)")
  }
}
