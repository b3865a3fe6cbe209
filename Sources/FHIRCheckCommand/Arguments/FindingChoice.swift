import FHIRDiagnostics

/// Which findings the caller wants to count, and how they are listed.
struct FindingChoice: Equatable {
  /// A rule or a group that is judged otherwise.
  struct Judgement: Equatable {
    var rule: RuleSelector
    var severity: Severity
  }

  var selected: [RuleSelector] = []
  var ignored: [RuleSelector] = []
  var severities: [Judgement] = []
  var onlyErrors = false
  /// The file of known findings, and the one where those of this run are written.
  var baseline: String?
  var newBaseline: String?
  var showsStatistics = false
  /// Whether text lists every issue.
  var listsAll = false

  /// All selectors, for whoever knows the rules.
  var selectors: [RuleSelector] { selected + ignored + severities.map(\.rule) }

  var policy: RulePolicy {
    var policy = RulePolicy()
    (policy.selected, policy.ignored) = (selected, ignored)
    policy.severities = severities.map { ($0.rule, $0.severity) }
    if onlyErrors { policy.leastSeverity = .error }
    return policy
  }
}

/// Where the configuration comes from.
struct ConfigurationChoice: Equatable {
  /// The file that the caller names; `nil` to look for one.
  var path: String?
  /// The folder of the file that patterns come from; `nil` where they come from the command line.
  var folder: String?
  var isUsed = true
  /// Whether to print it in place of any work.
  var isShown = false
}

/// The shells that can be told how a command line is completed.
enum Shell: String, CaseIterable { case bash, zsh, fish }

extension ArgumentParser {
  /// `code/misspelt-system=error`.
  func judgement(_ value: String) throws(UsageError) -> FindingChoice.Judgement {
    let parts = value.utf8.split(separator: UInt8(ascii: "=")).map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2, let severity = Severity.allCases.first(where: { $0.description == parts[1] }) else {
      throw UsageError(
        sentence: "'--severity' is a rule or a group, '=', and error, warning or information, not '\(value)'")
    }
    return FindingChoice.Judgement(rule: RuleSelector(parts[0]), severity: severity)
  }
}
