import FHIRPath

extension ProfileJudge {
  /// Judges a value by a constraint. Nothing is as little true as false: <https://hl7.org/fhir/R4/conformance-rules.html>.
  mutating func check(_ constraint: ProfileConstraint, _ item: JudgedItem) {
    guard let isMet = isMet(constraint, item) else { return notChecked.countConstraint() }
    if isMet { return }
    if constraint.needsDefinitions { return notChecked.countConstraint() }
    report(
      .profileConstraint, at: item.range(tape), severity: constraint.severity,
      """
      expected \(constraint.key) of the profile \(profile.url) to hold, '\(constraint.human)', found that \
      '\(constraint.expression.description.prefix(200))' is not true
      """)
  }

  /// Whether a constraint is met, `nil` where that cannot be told within the limits.
  mutating func isMet(_ constraint: ProfileConstraint, _ item: JudgedItem) -> Bool? {
    if let form = constraint.form, item.value >= 0 {
      switch form.verdict(on: item.value, in: tape, &texts) {
      case .yes: return true
      case .no, .empty: return false
      case .open: break
      }
    }
    guard work.spend(20) else { return nil }
    return try? evaluator.evaluateBoolean(
      constraint.expression, over: tape, at: item.node, resource: around.resource.node, root: around.container.node,
      scope: around.scope) ?? false
  }
}
