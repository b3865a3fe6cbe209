import FHIRDiagnostics

/// What counts in which file.
struct PolicySet: Sendable {
  /// What counts in files of some names, besides what counts everywhere.
  struct Exception: Sendable {
    var files: GlobSet
    var policy: RulePolicy
  }

  /// What counts everywhere.
  var common = RulePolicy()
  var exceptions: [Exception] = []

  /// Whether everything counts as it is, in every file.
  var isNeutral: Bool { common.isNeutral && exceptions.isEmpty }

  /// What counts in a file: where an exception selects, that stands in place of what was selected before; what it ignores
  /// or judges otherwise is added.
  func policy(of file: String) -> RulePolicy {
    var policy = common
    for exception in exceptions where exception.files.matches(file) {
      if !exception.policy.selected.isEmpty { policy.selected = exception.policy.selected }
      policy.ignored += exception.policy.ignored
      policy.severities += exception.policy.severities
      policy.leastSeverity = max(policy.leastSeverity, exception.policy.leastSeverity)
    }
    return policy
  }
}
