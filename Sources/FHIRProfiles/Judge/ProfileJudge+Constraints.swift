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

  /// Whether an element is among those that some expressions give for the current resource; `nil` if that cannot be
  /// decided, as where an expression gives values and no elements.
  mutating func isAmong(_ paths: [FHIRPathExpression], _ item: JudgedItem) -> Bool? {
    if paths.isEmpty { return false }
    let start = tape.range(item.value.exists ? item.value : item.sibling).lowerBound
    var isDecided = true
    for path in paths {
      guard work.spend(20) else { return nil }
      expressions.definitions.begin(tape, around, work)
      let found = try? expressions.evaluator.evaluate(path, over: tape, at: around.resource.value, scope: around.scope)
      _ = work.spend(expressions.evaluator.spentSteps() / 2)
      guard let found, expressions.definitions.missing == nil, found.allSatisfy({ $0.range != nil }) else {
        isDecided = false
        continue
      }
      if found.contains(where: { $0.range?.lowerBound == start }) { return true }
    }
    return isDecided ? false : nil
  }
}
