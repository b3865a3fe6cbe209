import FHIRDiagnostics

/// Which findings count in which file.
struct PolicySet: Sendable {
  /// The policy for some files, in addition to the common one.
  struct Exception: Sendable {
    var files: GlobSet
    var policy: RulePolicy
  }

  /// The policy for all files.
  var common = RulePolicy()
  var exceptions: [Exception] = []

  /// Whether all findings count unchanged, in every file.
  var isNeutral: Bool { common.isNeutral && exceptions.isEmpty }

  /// The policy for a file: a selection of an exception replaces earlier selections; its ignored rules and severities
  /// are added.
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
