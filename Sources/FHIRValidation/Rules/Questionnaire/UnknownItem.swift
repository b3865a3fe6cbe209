package import FHIRFindings
import FHIRTape

extension Rule {
  package static let unknownItem = Rule(
    "questionnaire/unknown-item", .error, .structure,
    summary: "a response has an item that its questionnaire does not have",
    checks: """
      Each `linkId` of a response is one of its questionnaire. The rules of this group apply if the questionnaire is \
      available: contained in the response, in the same Bundle, or given by the caller (`--definitions`). Other \
      responses are counted as not checked.
      """,
    matters: "Without the question, nobody can tell what was answered.",
    form: .response(to: #"{ "linkId": "1", "text": "Do you smoke?", "type": "boolean" }"#),
    example: #"{ "linkId": ~, "answer": [{ "valueBoolean": true }] }"#, bad: #""9""#, good: #""1""#,
    specification: "https://hl7.org/fhir/R4/questionnaireresponse.html")
}

extension RecordCursor {
  mutating func reportUnknownItem(_ linkID: TapeIndex) {
    report(
      .unknownItem, at: linkID, path: .child("linkId"), expected: "the linkId of an item of the questionnaire")
  }
}
