package import FHIRFindings
import FHIRTape

extension Rule {
  package static let tooManyAnswers = Rule(
    "questionnaire/too-many-answers", .error, .structure, summary: "an item that does not repeat has several answers",
    checks: """
      An item of a response occurs once and has one answer, unless its `repeats` is true in the questionnaire. Then the \
      extension `questionnaire-maxOccurs` may state the most answers, or the most occurrences of a group. An option with \
      the extension `questionnaire-optionExclusive` is the only answer where it is chosen.
      """,
    matters: "Readers take one of the answers, and not all take the same one.",
    form: .response(to: #"{ "linkId": "1", "text": "Do you smoke?", "type": "boolean" }"#),
    bad: #"{ "linkId": "1", "answer": [{ "valueBoolean": true }, { "valueBoolean": false }] }"#,
    good: #"{ "linkId": "1", "answer": [{ "valueBoolean": true }] }"#,
    specification: "https://hl7.org/fhir/R4/questionnaire-definitions.html#Questionnaire.item.repeats")
}

extension RecordCursor {
  @inline(never)
  mutating func reportTooManyAnswers(_ index: TapeIndex, _ item: AskedItem, path: FindingPath) {
    if drops(.tooManyAnswers) { return }
    report(
      .tooManyAnswers, at: headRange(index), path: path,
      item.repeats
        ? "expected at most \(item.maximum) \(item.times) the item \(item.name), found more"
        : "expected one answer to the item \(item.name), which does not repeat, found another")
  }

  /// Judges that an exclusive option is the only one of several answers.
  mutating func checkExclusive(_ answers: [(index: TapeIndex, position: Int)], _ item: AskedItem) {
    for (answer, position) in answers {
      guard let (value, member) = tape.choiceOfValue(of: answer),
        let chosen = AnswerValue(tape, value, member: member), item.exclusive.contains(chosen), !drops(.tooManyAnswers)
      else { continue }
      return report(
        .tooManyAnswers, at: headRange(answer), path: .below("answer[\(position)]"),
        "expected no answer to the item \(item.name) beside \(chosen.name), which is exclusive, found another")
    }
  }
}
