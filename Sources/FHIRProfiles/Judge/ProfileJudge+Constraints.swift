import FHIRPath

extension ProfileJudge {
  /// Whether a constraint is met, `nil` if that cannot be decided within the limits.
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
