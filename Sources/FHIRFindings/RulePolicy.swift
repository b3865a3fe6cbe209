/// A caller's choice of the rules that count, and of their severities.
///
/// ```swift
/// var policy = RulePolicy()
/// policy.ignored = [RuleSelector("narrative/*")]
/// policy.severities = [(RuleSelector("code/misspelt-system"), .error)]
/// let findings = policy.apply(to: result.findings)
/// ```
public struct RulePolicy: Sendable {
  /// The rules that count; empty for all.
  public var selected: [RuleSelector] = []
  /// The rules that do not count. If one is also selected, the more specific selector wins, and of equal ones this.
  public var ignored: [RuleSelector] = []
  /// Severities that replace those of rules; the last selector that fits wins.
  public var severities: [(selector: RuleSelector, severity: Severity)] = []
  /// The least severity that counts, after ``severities`` was applied.
  public var leastSeverity = Severity.information

  /// Makes a policy under which everything counts unchanged.
  public init() {}

  /// Whether everything counts unchanged.
  public var isNeutral: Bool {
    selected.isEmpty && ignored.isEmpty && severities.isEmpty && leastSeverity == .information
  }

  /// The severity of a finding of a rule; `nil` if it does not count.
  public func severity(of rule: RuleID, _ severity: Severity) -> Severity? {
    let chosen = selected.isEmpty ? .all : RulePolicy.extent(rule, selected)
    guard let chosen else { return nil }
    if let left = RulePolicy.extent(rule, ignored), left >= chosen { return nil }
    let result = severities.last { $0.selector.selects(rule) }?.severity ?? severity
    return result >= leastSeverity ? result : nil
  }

  /// The findings that count, with their severity.
  public func apply(to findings: [Finding]) -> [Finding] {
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

  /// Splits counts into those that the policy keeps and those that it ignores.
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

  private static func extent(_ rule: RuleID, _ selectors: [RuleSelector]) -> RuleSelector.Extent? {
    selectors.filter { $0.selects(rule) }.map(\.extent).max()
  }
}
