package import FHIRFindings
import FHIRTape

extension Rule {
  package static let answerTooLong = Rule(
    "questionnaire/answer-too-long", .error, .value,
    summary: "an answer has more characters than the questionnaire permits",
    checks: "An answer has at most as many characters as the `maxLength` of the question says.",
    matters: "A receiver with room for that many characters cuts the rest off.",
    form: .response(to: #"{ "linkId": "1", "type": "string", "maxLength": 5 }"#),
    example: #"{ "linkId": "1", "answer": [{ "valueString": ~ }] }"#, bad: #""a hundred""#, good: #""100""#,
    specification: "https://hl7.org/fhir/R4/questionnaire-definitions.html#Questionnaire.item.maxLength")
}

extension RecordCursor {
  mutating func checkLength(_ value: TapeIndex, _ member: String, _ item: AskedItem, limit: Int) {
    guard let text = tape.primitive(value), text.utf8.count > limit else { return }
    let count = text.unicodeScalars.count
    if count <= limit || drops(.answerTooLong) { return }
    report(
      .answerTooLong, at: headRange(value), path: .below(member),
      "expected at most \(limit) characters for the item \(item.name), found \(count)")
  }
}
