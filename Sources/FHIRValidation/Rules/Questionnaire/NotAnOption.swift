package import FHIRFindings
import FHIRTape

extension Rule {
  /// Reports an answer that is not among the permitted ones.
  package static let notAnOption = Rule(
    "questionnaire/not-an-option", .error, .codeInvalid,
    summary: "an answer is not one of those that the questionnaire permits",
    checks: """
      If the questionnaire lists the permitted answers to a question, the answer is one of them. For `open-choice` any \
      text is permitted besides, as `valueString`. Codes are the same if their code and their system are: one without a \
      system, or a display alone, is another. An answer to choose from a value set is in that set: one that the record \
      contains, that was given, or of the release. Where the set, or its content, is not available, the answer is \
      counted as not checked, as is a date or a reference that may mean a permitted one.
      """,
    matters: "A code that nobody expects is not counted in any evaluation.",
    form: .response(
      to: #"{ "linkId": "1", "type": "choice", "answerOption": [{ "valueCoding": { "code": "yes" } }] }"#),
    example: #"{ "linkId": "1", "answer": [{ "valueCoding": { "code": ~ } }] }"#, bad: #""maybe""#, good: #""yes""#,
    specification: "https://hl7.org/fhir/R4/questionnaire-definitions.html#Questionnaire.item.answerOption")
}

extension RecordCursor {
  /// Judges an answer to a question with a list of permitted answers.
  mutating func checkOption(_ value: TapeIndex, _ member: String, _ item: AskedItem) {
    let answer = AnswerValue(tape, value, member: member)
    if let answer, item.optionSet.contains(answer) { return }
    let verdicts = item.options.map { answer?.isOption($0) }
    if verdicts.contains(true) { return }
    if verdicts.contains(nil) { return counts.countUnjudged("answers from options") }
    reportNotAnOption(value, member, item, expected: "one of the \(item.options.count) permitted answers to")
  }

  mutating func checkValueSet(_ value: TapeIndex, _ member: String, _ item: AskedItem) {
    guard let set = item.valueSet, tape.member("code", of: value) != nil,
      let answer = AnswerValue(tape, value, member: member), answer.member == "valueCoding",
      !answer.scale.string.isEmpty,
      let isHeld = set.holds(system: answer.scale.string, code: answer.text.string)
    else { return counts.countUnjudged("answers from value sets") }
    if isHeld { return }
    reportNotAnOption(value, member, item, expected: "a code of the value set for answers to")
  }

  @inline(never)
  private mutating func reportNotAnOption(
    _ value: TapeIndex, _ member: String, _ item: AskedItem, expected: String
  ) {
    if drops(.notAnOption) { return }
    report(
      .notAnOption, at: headRange(value), path: .below(member),
      "expected \(expected) the item \(item.name), found \(tape.excerpt(tape.member("code", of: value) ?? value))")
  }
}
