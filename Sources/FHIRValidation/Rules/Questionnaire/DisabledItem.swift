package import FHIRFindings
import FHIRTape

extension Rule {
  package static let disabledItem = Rule(
    "questionnaire/disabled-item", .error, .invariant,
    summary: "an item has an answer, but the other answers disable it",
    checks: """
      An item has an answer only if its `enableWhen` and those of the items around it permit it. Quantities in other \
      units are compared where UCUM converts them, dates to the precision that both have. An item whose condition \
      cannot be decided is counted as not checked: by dates that agree as far as both are known, a Coding without a \
      system, `!=` with a question that has several answers or none, or an extension such as `enableWhenExpression`.
      """,
    matters: """
      The question was not to be asked. Either its answer is left from an earlier state of the form, or the answer \
      that disables it is wrong.
      """,
    form: .response(
      to: """
        { "linkId": "1", "text": "Do you smoke?", "type": "boolean" },
        { "linkId": "2", "type": "integer", "enableWhen": [{ "question": "1", "operator": "=", "answerBoolean": true }] }
        """),
    bad: """
      { "linkId": "1", "answer": [{ "valueBoolean": false }] },
      { "linkId": "2", "answer": [{ "valueInteger": 10 }] }
      """,
    good: #"{ "linkId": "1", "answer": [{ "valueBoolean": false }] }"#,
    specification: "https://hl7.org/fhir/R4/questionnaire-definitions.html#Questionnaire.item.enableWhen")
}

extension RecordCursor {
  @inline(never)
  mutating func reportDisabledItem(_ index: TapeIndex, _ item: AskedItem, by condition: EnableCondition) {
    if drops(.disabledItem) { return }
    report(
      .disabledItem, at: headRange(index), path: .element,
      "expected no answer to the item \(item.name), of which the condition \(condition.name) is not met, found one")
  }
}
