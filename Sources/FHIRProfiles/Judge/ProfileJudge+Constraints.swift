import FHIRPath
import FHIRTape

extension ProfileJudge {
  /// Whether a constraint is met.
  mutating func isMet(_ constraint: ProfileConstraint, _ item: JudgedItem) -> Answer {
    if let form = constraint.form, item.value.exists {
      switch form.verdict(on: item.value, in: tape, &expressions.texts) {
      case .yes: return .yes
      case .no, .empty: return .no
      case .open: break
      }
    }
    expressions.definitions.begin(tape, around, work)
    let answer = holds(constraint, item)
    var runs = 1
    while let reason = expressions.definitions.reason, expressions.definitions.assumeNext() {
      runs += 1
      if runs > ExpressionDefinitions.mostAssumptions || holds(constraint, item) != answer { return .open(reason) }
    }
    return answer
  }

  /// Whether a constraint holds, with the assumptions about what is not available.
  private mutating func holds(_ constraint: ProfileConstraint, _ item: JudgedItem) -> Answer {
    guard work.spend(20) else { return .open(.work) }
    let left = expressions.definitions.left
    defer {
      _ = work.spend(expressions.evaluator.spentSteps() / 2)
      _ = work.spend(left - expressions.definitions.left)
    }
    do {
      let found = try expressions.evaluator.evaluateBoolean(
        constraint.expression, over: tape, at: item.node, resource: around.resource.node, root: around.container.node,
        scope: around.scope)
      return Answer(found ?? false)
    } catch {
      constraint.note(error)
      switch error.code {
      case .target: return .open(.target)
      case .evaluation: return .open(notChecked.names.gap(named: profile.gapName, .definition))
      default: return .open(.constraint)
      }
    }
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
      guard let found, expressions.definitions.reason == nil, found.allSatisfy({ $0.range != nil }) else {
        isDecided = false
        continue
      }
      if found.contains(where: { $0.range?.lowerBound == start }) { return true }
    }
    return isDecided ? false : nil
  }
}
