import FHIRDiagnostics

/// Constraints that a judge decides without an expression.
extension RecordCursor {
  /// Reports a constraint that is judged without an expression, in the words of its row or in more specific words of
  /// the caller.
  mutating func report(
    _ native: NativeInvariant, at range: Range<Int>, path: FindingPath, expected: String? = nil, found: String? = nil
  ) {
    guard let invariant = invariants.native(native), !drops(invariant.rule, invariant.severity) else { return }
    report(invariant.rule, invariant.severity, at: range, path: path, invariant.message(expected, found))
  }

  /// As ``report(_:at:path:expected:found:)``, at a place of the input.
  mutating func report(_ native: NativeInvariant, inInput range: Range<Int>, path: FindingPath, found: String) {
    guard let invariant = invariants.native(native) else { return }
    report(
      invariant.rule, invariant.severity, inInput: range, path: path, invariant.message(nil, found), label: nil)
  }

  // MARK: - Rules of ours that a release has under a key

  /// Whether such a fault would not be listed: see ``drops(_:)``.
  mutating func drops(_ rule: Rule, or native: NativeInvariant) -> Bool {
    guard let invariant = invariants.native(native) else { return drops(rule) }
    return drops(invariant.rule, invariant.severity)
  }

  /// Reports a fault that a release may state as a constraint: under the key of the constraint, else as our rule.
  mutating func report(
    _ rule: Rule, or native: NativeInvariant, at range: Range<Int>, path: FindingPath, _ message: Wording
  ) {
    guard let invariant = invariants.native(native) else { return report(rule, at: range, path: path, message) }
    report(invariant.rule, invariant.severity, at: range, path: path, message.text)
  }

  /// As above, at a place of the input.
  mutating func report(
    _ rule: Rule, or native: NativeInvariant, inInput range: Range<Int>, path: FindingPath, _ message: String
  ) {
    guard let invariant = invariants.native(native) else {
      return report(rule, inInput: range, path: path, message, label: nil)
    }
    report(invariant.rule, invariant.severity, inInput: range, path: path, message, label: nil)
  }
}
