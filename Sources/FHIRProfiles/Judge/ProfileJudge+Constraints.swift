import FHIRPath
import FHIRTape

extension ProfileJudge {
  /// Whether a constraint is met; `nil` if that cannot be decided within the limits.
  mutating func isMet(_ constraint: ProfileConstraint, _ item: JudgedItem) -> Bool? {
    if let form = constraint.form, item.value.exists {
      switch form.verdict(on: item.value, in: tape, &expressions.texts) {
      case .yes: return true
      case .no, .empty: return false
      case .open: break
      }
    }
    guard work.spend(20) else { return nil }
    defer { _ = work.spend(expressions.evaluator.spentSteps() / 2) }
    return try? expressions.evaluator.evaluateBoolean(
      constraint.expression, over: tape, at: item.node, resource: around.resource.node, root: around.container.node,
      scope: around.scope) ?? false
  }

  /// Whether an element is among those that some expressions give for the current resource; `true` if that cannot be
  /// decided.
  mutating func isAmong(_ paths: [FHIRPathExpression], _ item: JudgedItem) -> Bool {
    if paths.isEmpty { return false }
    guard item.value.exists, work.spend(20) else { return true }
    let start = tape.range(item.value).lowerBound
    for path in paths {
      let found = try? expressions.evaluator.evaluate(path, over: tape, at: around.resource.value, scope: around.scope)
      _ = work.spend(expressions.evaluator.spentSteps() / 2)
      guard let found else {
        notChecked.count(ProfileGaps.constraint)
        return true
      }
      if found.contains(where: { $0.range?.lowerBound == start }) { return true }
    }
    return false
  }
}
