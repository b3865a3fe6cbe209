package import FHIRFindings
import FHIRPath
import FHIRTape

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
}

extension RecordCursor {
  /// Judges an answer by a limit; one that cannot be judged is counted.
  ///
  /// - Parameter pattern: that of a `regex`; `nil` for one that is invalid, or takes more than linear time.
  mutating func check(
    _ limit: AnswerLimit, _ pattern: WholePattern?, _ value: TapeIndex, _ member: String, _ item: AskedItem
  ) {
    let answer = AnswerValue(tape, value, member: member)
    let (text, bound) = (tape.primitive(value), limit.value.text.string)
    let isKept: Bool?
    let expected: String
    switch limit.name {
    case "minValue":
      (isKept, expected) = (answer?.order(to: limit.value).map { $0 >= 0 }, "at least \(bound)")
    case "maxValue":
      (isKept, expected) = (answer?.order(to: limit.value).map { $0 <= 0 }, "at most \(bound)")
    case "minLength":
      let count = text?.unicodeScalars.count
      (isKept, expected) = (Int(bound).flatMap { least in count.map { $0 >= least } }, "at least \(bound) characters")
    case "maxDecimalPlaces":
      let places = answer?.decimalPlaces
      (isKept, expected) = (Int(bound).flatMap { most in places.map { $0 <= most } }, "at most \(bound) decimal places")
    case "regex":
      (isKept, expected) = (text.flatMap { pattern?.matches($0) }, "a match of \(limit.value.name)")
    default: (isKept, expected) = (nil, "")
    }
    guard let isKept else { return counts.countUnjudged(limit.gap) }
    if isKept || drops(.answerOutsideLimits) { return }
    report(
      .answerOutsideLimits, at: headRange(value), path: .below(member),
      "expected \(expected) for the item \(item.name), found \(tape.excerpt(value))")
  }
}
