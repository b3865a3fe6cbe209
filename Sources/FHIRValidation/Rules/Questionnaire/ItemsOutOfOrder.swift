package import FHIRFindings
import FHIRTape

extension Rule {
  package static let itemsOutOfOrder = Rule(
    "questionnaire/items-out-of-order", .error, .structure,
    summary: "the items of a response are not in the order of its questionnaire",
    checks: """
      The items in a response, in a group or in an answer are in the same order as in the questionnaire. Only the \
      first that is out of order is reported.
      """,
    matters: """
      A reader of the response sees the questions in this order, and may miss those that follow later than expected.
      """,
    form: .response(
      to: """
        { "linkId": "1", "text": "Do you smoke?", "type": "boolean" },
        { "linkId": "2", "text": "For how many years?", "type": "integer" }
        """),
    bad: """
      { "linkId": "2", "answer": [{ "valueInteger": 10 }] },
      { "linkId": "1", "answer": [{ "valueBoolean": true }] }
      """,
    good: """
      { "linkId": "1", "answer": [{ "valueBoolean": true }] },
      { "linkId": "2", "answer": [{ "valueInteger": 10 }] }
      """,
    specification: "https://hl7.org/fhir/R4/questionnaireresponse.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportOutOfOrder(_ index: TapeIndex, _ item: AskedItem, after other: AskedItem) {
    if drops(.itemsOutOfOrder) { return }
    report(
      .itemsOutOfOrder, at: headRange(index), path: .element,
      "expected the item \(item.name) before the item \(other.name), as in the questionnaire, found it behind")
  }
}
