import FHIRDiagnostics

/// The findings that the caller wants to count, and how to list them.
struct FindingChoice: Equatable {
  /// A rule or a group with another severity.
  struct Judgement: Equatable {
    var rule: RuleSelector
    var severity: Severity
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

/// The source of the configuration.
struct ConfigurationChoice: Equatable {
  /// The file that the caller names; `nil` to search for one.
  var path: String?
  /// The folder of the file with patterns; `nil` if they are on the command line.
  var folder: String?
  var isUsed = true
  /// Whether to print it and do nothing else.
  var isShown = false
  /// The options on the command line.
  var given: Set<CommandOption> = []
  /// The path of a configuration that was found, not named, and keeps findings or files from being counted.
  var hiding: String?
}

/// The shells with completions.
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
