import FHIRDiagnostics

/// The findings that the caller wants to count, and how to list them.
struct FindingChoice {
  /// A rule or a group with another severity.
  struct Judgement {
    var rule: RuleSelector
    var severity: Severity
    var text: String { "\(rule.text)=\(severity)" }
  }

  var selected: [RuleSelector] = []
  var ignored: [RuleSelector] = []
  var severities: [Judgement] = []
  var onlyErrors = false
  /// The file of known findings, and the file for the findings of this run.
  var baseline: String?
  var newBaseline: String?
  var showsStatistics = false
  /// Whether text lists every issue.
  var listsAll = false

  /// All selectors, to check them against the rules.
  var selectors: [RuleSelector] { selected + ignored + severities.map(\.rule) }

  var policy: RulePolicy {
    var policy = RulePolicy()
    (policy.selected, policy.ignored) = (selected, ignored)
    policy.severities = severities.map { ($0.rule, $0.severity) }
    if onlyErrors { policy.leastSeverity = .error }
    return policy
  }
}
