/// A caller's choice of what counts: which rules, and how severe each is.
///
/// ```swift
/// var policy = RulePolicy()
/// policy.ignored = [RuleSelector("narrative/*")]
/// policy.severities = [(RuleSelector("code/misspelt-system"), .error)]
/// let findings = policy.apply(to: result.diagnostics)
/// ```
public struct RulePolicy: Sendable {
  /// The rules that count; none for all.
  public var selected: [RuleSelector] = []
  /// The rules that do not count. Of a rule that is both, the selector decides that says more; if both say as much, the
  /// rule is ignored.
  public var ignored: [RuleSelector] = []
  /// How severe rules are that are to be judged otherwise; the last one that fits counts.
  public var severities: [(selector: RuleSelector, severity: Severity)] = []
  /// The least severity that counts, after ``severities``.
  public var leastSeverity = Severity.information

  /// A policy under which everything counts as it is.
  public init() {}

  /// Whether everything counts as it is.
  public var isNeutral: Bool {
    selected.isEmpty && ignored.isEmpty && severities.isEmpty && leastSeverity == .information
  }

  /// How severe a finding of a rule is; `nil` where it does not count.
  public func severity(of rule: RuleID, _ severity: Severity) -> Severity? {
    let chosen = selected.isEmpty ? .all : RulePolicy.extent(rule, selected)
    guard let chosen else { return nil }
    if let left = RulePolicy.extent(rule, ignored), left >= chosen { return nil }
    let result = severities.last { $0.selector.selects(rule) }?.severity ?? severity
    return result >= leastSeverity ? result : nil
  }

  /// The findings that count, with their severity.
  public func apply(to findings: [Diagnostic]) -> [Diagnostic] {
    if isNeutral { return findings }
    var known: [RuleID: [Severity?]] = [:]
    return findings.compactMap { finding in
      let row = known[finding.rule] ?? Severity.allCases.map { severity(of: finding.rule, $0) }
      known[finding.rule] = row
      guard let severity = row[Int(finding.severity.rawValue)] else { return nil }
      var finding = finding
      finding.severity = severity
      return finding
    }
  }

  /// The counts of what counts, and of what does not.
  public func apply(to counts: FindingCounts) -> (kept: FindingCounts, ignored: FindingCounts) {
    var (kept, ignored) = (FindingCounts(), FindingCounts())
    counts.forEach { rule, given, count in
      if let severity = severity(of: rule, given) {
        kept.add(rule, severity, count)
      } else {
        ignored.add(rule, given, count)
      }
    }
    return (kept, ignored)
  }

  /// How much the selector says that says most of those that fit.
  private static func extent(_ rule: RuleID, _ selectors: [RuleSelector]) -> RuleSelector.Extent? {
    selectors.filter { $0.selects(rule) }.map(\.extent).max()
  }
}
