package import FHIRFindings
import FHIRPath
import FHIRSchema
import FHIRTape

/// The rules of responses to questionnaires: one judge goes through the items and distinguishes them, and so one table.
extension Rule {
  package static let answerOutsideLimits = Rule(
    "questionnaire/answer-outside-limits", .error, .value,
    summary: "an answer is outside of the limits that extensions of the question state",
    checks: """
      An answer keeps to the extensions of its question that limit it: `minValue`, `maxValue`, `minLength`, \
      `maxDecimalPlaces`, and `regex`, which matches the whole answer. An answer that cannot be compared with a limit is \
      counted as not checked, by the name of the extension. So are answers with a limit that no rule judges: `maxSize` \
      and `mimeType` of attachments, the allowed targets of references, and the units of quantities.
      """,
    matters: "The author of the questionnaire takes such an answer for an entry error.",
    form: .response(
      to: """
        {
          "extension": [{ "url": "http://hl7.org/fhir/StructureDefinition/maxValue", "valueInteger": 10 }],
          "linkId": "1",
          "text": "How bad is the pain?",
          "type": "integer"
        }
        """),
    example: #"{ "linkId": "1", "answer": [{ "valueInteger": ~ }] }"#, bad: "11", good: "10",
    specification: "https://hl7.org/fhir/R4/questionnaire-profiles.html")

  package static let answerTooLong = Rule(
    "questionnaire/answer-too-long", .error, .value,
    summary: "an answer has more characters than the questionnaire permits",
    checks: "An answer has at most as many characters as the `maxLength` of the question says.",
    matters: "A receiver with room for that many characters cuts the rest off.",
    form: .response(to: #"{ "linkId": "1", "type": "string", "maxLength": 5 }"#),
    example: #"{ "linkId": "1", "answer": [{ "valueString": ~ }] }"#, bad: #""a hundred""#, good: #""100""#,
    specification: "https://hl7.org/fhir/R4/questionnaire-definitions.html#Questionnaire.item.maxLength")

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

  package static let itemsOutOfOrder = Rule(
    "questionnaire/items-out-of-order", .error, .structure,
    summary: "the items of a response are not in the order of its questionnaire",
    checks: """
      The items in a response, in a group or in an answer are in the same order as in the questionnaire. Only the \
      first that is out of order is reported.
      """,
    matters:
      "A reader of the response sees the questions in this order, and may miss those that follow later than expected.",
    form: .response(
      to: #"{ "linkId": "1", "text": "Do you smoke?", "type": "boolean" }"#,
      #"{ "linkId": "2", "text": "For how many years?", "type": "integer" }"#),
    bad: """
      { "linkId": "2", "answer": [{ "valueInteger": 10 }] },
      { "linkId": "1", "answer": [{ "valueBoolean": true }] }
      """,
    good: """
      { "linkId": "1", "answer": [{ "valueBoolean": true }] },
      { "linkId": "2", "answer": [{ "valueInteger": 10 }] }
      """,
    specification: "https://hl7.org/fhir/R4/questionnaireresponse.html")

  package static let misplacedItem = Rule(
    "questionnaire/misplaced-item", .error, .structure,
    summary: "an item of a response is not nested as in its questionnaire",
    checks: """
      An item of a response is in the answer to the same item, or in the same group, as in the questionnaire. The \
      items below a question are in an answer to it, never beside its answers.
      """,
    matters:
      "The question around an item gives it its meaning: an age belongs to the relative that the group is about.",
    form: .response(to: #"{ "linkId": "1", "type": "group", "item": [{ "linkId": "1.1", "type": "integer" }] }"#),
    bad: #"{ "linkId": "1.1", "answer": [{ "valueInteger": 10 }] }"#,
    good: #"{ "linkId": "1", "item": [{ "linkId": "1.1", "answer": [{ "valueInteger": 10 }] }] }"#,
    specification:
      "https://hl7.org/fhir/R4/questionnaireresponse-definitions.html#QuestionnaireResponse.questionnaire")

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
      to: #"{ "linkId": "1", "text": "Do you smoke?", "type": "boolean" }"#,
      #"{ "linkId": "2", "text": "For how many years?", "type": "integer", "required": true }"#),
    bad: #"{ "linkId": "1", "answer": [{ "valueBoolean": true }] }"#,
    good: """
      { "linkId": "1", "answer": [{ "valueBoolean": true }] },
      { "linkId": "2", "answer": [{ "valueInteger": 10 }] }
      """,
    specification: "https://hl7.org/fhir/R4/questionnaire-definitions.html#Questionnaire.item.required")

  /// Reports an answer that is not among the permitted ones.
  package static let notAnOption = Rule(
    "questionnaire/not-an-option", .error, .codeInvalid,
    summary: "an answer is not one of those that the questionnaire permits",
    checks: """
      If the questionnaire lists the permitted answers to a question, the answer is one of them. For `open-choice` any \
      text is permitted besides, as `valueString`. Codes are the same if their code and their system are: one without a \
      system, or a display alone, is another, and in no value set. An answer to choose from a value set is in that \
      set: one that the record contains, that was given, or of the release. Where the set, or its content, is not \
      available, the answer is counted as not checked, as is a date or a reference that may mean a permitted one.
      """,
    matters: "A code that nobody expects is not counted in any evaluation.",
    form: .response(
      to: #"{ "linkId": "1", "type": "choice", "answerOption": [{ "valueCoding": { "code": "yes" } }] }"#),
    example: #"{ "linkId": "1", "answer": [{ "valueCoding": { "code": ~ } }] }"#, bad: #""maybe""#, good: #""yes""#,
    specification: "https://hl7.org/fhir/R4/questionnaire-definitions.html#Questionnaire.item.answerOption")

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

  package static let unexpectedAnswer = Rule(
    "questionnaire/unexpected-answer", .error, .structure, summary: "a group or a text for display has an answer",
    checks: "An item of the type `group` or `display` has no answers.",
    matters: "Such an item asks nothing, so that the answer has no meaning.",
    form: .response(to: #"{ "linkId": "1", "text": "Habits", "type": "display" }"#),
    bad: #"{ "linkId": "1", "answer": [{ "valueBoolean": true }] }"#, good: #"{ "linkId": "1", "text": "Habits" }"#,
    specification: "https://hl7.org/fhir/R4/questionnaireresponse-definitions.html#QuestionnaireResponse.item")

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

  package static let wrongAnswerType = Rule(
    "questionnaire/wrong-answer-type", .error, .value,
    summary: "an answer has not the type that the questionnaire asks for",
    checks: """
      The type of an answer fits the `type` of the question: `valueBoolean` for `boolean`, `valueString` for `string` \
      and `text`, `valueCoding` for `choice`, and so on. For `open-choice` it is `valueCoding` or `valueString`. If \
      the permitted answers are listed, their types fit, too.
      """,
    matters:
      "Software that evaluates responses reads the member for this type only, and takes the question as not answered.",
    form: .response(to: #"{ "linkId": "2", "text": "For how many years?", "type": "integer" }"#),
    example: #"{ "linkId": "2", "answer": [{ ~ }] }"#, bad: #""valueString": "10""#, good: #""valueInteger": 10"#,
    specification:
      "https://hl7.org/fhir/R4/questionnaireresponse-definitions.html#QuestionnaireResponse.item.answer.value_x_")
}

extension RecordCursor {
  /// Judges an answer by a limit, or counts it. A `regex` has a pattern, unless it is invalid or may take long.
  mutating func check(
    _ limit: AnswerLimit, _ pattern: WholePattern?, _ value: TapeIndex, _ member: String, _ item: AskedItem
  ) {
    let answer = AnswerValue(tape, value, member: member)
    let (text, bound) = (tape.primitive(value), limit.value.amount)
    let isKept: Bool?
    let expected: String
    switch limit.name {
    case "minValue", "sdc-questionnaire-minQuantity":
      (isKept, expected) = (answer?.order(to: limit.value).map { $0 >= 0 }, "at least \(bound)")
    case "maxValue", "sdc-questionnaire-maxQuantity":
      (isKept, expected) = (answer?.order(to: limit.value).map { $0 <= 0 }, "at most \(bound)")
    case "minLength":
      let count = text?.unicodeScalars.count
      (isKept, expected) = (Int(bound).flatMap { least in count.map { $0 >= least } }, "at least \(bound) characters")
    case "maxDecimalPlaces":
      let places = answer?.decimalPlaces
      (isKept, expected) = (Int(bound).flatMap { most in places.map { $0 <= most } }, "at most \(bound) decimal places")
    case "regex": (isKept, expected) = (text.flatMap { pattern?.matches($0) }, "a match of \(limit.value.name)")
    default: (isKept, expected) = (nil, "")
    }
    guard let isKept else { return counts.countUnjudged(limit.gap) }
    if isKept { return }
    report(.answerOutsideLimits, at: headRange(value), path: .below(member)) {
      "expected \(expected) for the item \(item.name), found \($0.tape.excerpt(value))"
    }
  }

  mutating func checkLength(_ value: TapeIndex, _ member: String, _ item: AskedItem, limit: Int) {
    guard let text = tape.primitive(value), text.utf8.count > limit else { return }
    let count = text.unicodeScalars.count
    if count <= limit { return }
    report(.answerTooLong, at: headRange(value), path: .below(member)) { _ in
      "expected at most \(limit) characters for the item \(item.name), found \(count)"
    }
  }

  @inline(never)
  mutating func reportDisabledItem(_ index: TapeIndex, _ item: AskedItem, by condition: EnableCondition) {
    report(.disabledItem, at: headRange(index), path: .element) { _ in
      "expected no answer to the item \(item.name), of which the condition \(condition.name) is not met, found one"
    }
  }

  @inline(never) mutating func reportOutOfOrder(_ index: TapeIndex, _ item: AskedItem, after other: AskedItem) {
    report(.itemsOutOfOrder, at: headRange(index), path: .element) { _ in
      "expected the item \(item.name) before the item \(other.name), as in the questionnaire, found it behind"
    }
  }

  /// Reports an item that is beside the answers to a question; the path is at the item.
  @inline(never) mutating func reportBesideAnswer(_ item: TapeIndex, _ question: AskedItem) {
    report(.misplacedItem, at: headRange(item), path: .element) { _ in
      "expected the item in an answer to the question \(question.name), found it beside the answers"
    }
  }

  /// - Parameter expected: the item that contains it in the questionnaire, `nil` for none.
  @inline(never) mutating func reportMisplacedItem(_ linkID: TapeIndex, expected: AskedItem?) {
    let place = expected.map { "in the item \($0.name), as in the questionnaire" } ?? "in no other item"
    report(.misplacedItem, at: tape.range(linkID), path: .child("linkId")) {
      "expected the item \($0.tape.excerpt(linkID)) \(place), found it elsewhere"
    }
  }

  @inline(never) mutating func reportMissingAnswer(_ object: TapeIndex, _ item: AskedItem, found count: Int = 0) {
    report(.missingAnswer, at: headRange(object), path: .element) { _ in
      count == 0
        ? "expected an answer to the required item \(item.name), found none"
        : "expected at least \(item.minimum) \(item.times) the item \(item.name), found \(count)"
    }
  }

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
    guard let set = item.valueSet, member == "valueCoding", tape.tag(value) == .object,
      let answer = AnswerValue(tape, value, member: member),
      let isHeld = set.holds(system: answer.scale.string, code: answer.text.string)
    else { return counts.countUnjudged("answers from value sets") }
    if isHeld { return }
    let expected = answer.scale.isEmpty ? "a code of the value set, with its system," : "a code of the value set"
    reportNotAnOption(value, member, item, expected: "\(expected) for answers to")
  }

  @inline(never)
  private mutating func reportNotAnOption(_ value: TapeIndex, _ member: String, _ item: AskedItem, expected: String) {
    report(.notAnOption, at: headRange(value), path: .below(member)) {
      "expected \(expected) the item \(item.name), found \($0.tape.excerpt($0.tape.member("code", of: value) ?? value))"
    }
  }

  @inline(never) mutating func reportTooManyAnswers(_ index: TapeIndex, _ item: AskedItem, path: FindingPath) {
    report(.tooManyAnswers, at: headRange(index), path: path) { _ in
      item.repeats
        ? "expected at most \(item.maximum) \(item.times) the item \(item.name), found more"
        : "expected one answer to the item \(item.name), which does not repeat, found another"
    }
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

  @inline(never) mutating func reportUnexpectedAnswer(_ answers: TapeIndex, _ item: AskedItem) {
    report(.unexpectedAnswer, at: headRange(answers), path: .child("answer")) { _ in
      "expected no answer to the item \(item.name) of the type '\(item.typeName)', found one"
    }
  }

  mutating func reportUnknownItem(_ linkID: TapeIndex) {
    report(.unknownItem, at: linkID, path: .child("linkId"), expected: "the linkId of an item of the questionnaire")
  }

  @inline(never) mutating func reportWrongAnswerType(
    _ value: TapeIndex, _ member: String, _ item: AskedItem, expected: QuestionForm.AnswerType
  ) {
    report(.wrongAnswerType, at: headRange(value), path: .below(member)) { _ in
      """
      expected \(expected.members.alternatives) for the item \(item.name) of the type '\(item.typeName)', found \
      '\(member)'
      """
    }
  }
}
