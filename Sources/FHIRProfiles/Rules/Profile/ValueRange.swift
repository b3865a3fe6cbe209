package import FHIRFindings
import FHIRPath
import FHIRSchema
import FHIRTape

extension Rule {
  package static let profileValueRange = Rule(
    "profile/value-range", .error, .value,
    summary: "a value is outside of the range that the profile allows",
    explanation: Explanation(
      checks: """
        A profile may state the lowest and the highest value. Numbers, and quantities with the same unit, are compared \
        as numbers; dates and times are compared to the precision that both have.
        """,
      matters: "A value outside the range is more often an entry error than a fact.",
      profile: #"{ "path": "Patient.multipleBirth[x]", "maxValueInteger": 8 }"#,
      bad: #""multipleBirthInteger": 11"#, good: #""multipleBirthInteger": 1"#))
}

extension ProfileJudge {
  mutating func checkRange(_ assertion: ValueAssertion, _ item: JudgedItem) {
    check(assertion.lowest, "least", item)
    check(assertion.highest, "most", item)
  }

  private mutating func check(_ bound: ValueBound?, _ word: String, _ item: JudgedItem) {
    guard let bound, !isWithin(bound, item) else { return }
    report(
      .profileValueRange, at: item.range(tape),
      "expected \(bound.value.excerpt) at \(word), by the profile \(profile.url), found \(excerpt(item))")
  }

  /// Whether a value keeps to a bound; a value that cannot be compared with it is counted.
  private mutating func isWithin(_ bound: ValueBound, _ item: JudgedItem) -> Bool {
    guard item.value.exists, work.spend(20) else { return true }
    let found = try? expressions.evaluator.evaluateBoolean(
      bound.expression, over: tape, at: item.node, resource: around.resource.node, root: around.container.node,
      scope: around.scope)
    if found == nil { notChecked.count(.bound) }
    return found ?? true
  }
}
