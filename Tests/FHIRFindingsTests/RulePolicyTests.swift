import FHIRFindings
import Testing

@Suite struct RulePolicyTests {
  private func policy(
    select: [String] = [], ignore: [String] = [], severity: [(String, Severity)] = [], least: Severity = .information
  ) -> RulePolicy {
    var policy = RulePolicy()
    policy.selected = select.map { RuleSelector($0) }
    policy.ignored = ignore.map { RuleSelector($0) }
    policy.severities = severity.map { (RuleSelector($0.0), $0.1) }
    policy.leastSeverity = least
    return policy
  }

  @Test(arguments: [
    ([], [], true), (["a"], [], true), (["a/*"], [], true), (["*"], [], true), (["a/b"], [], true),
    (["b"], [], false), (["a/c"], [], false), ([], ["a"], false), ([], ["a/b"], false), ([], ["*"], false),
    ([], ["ab"], true), (["a/b"], ["a"], true), (["a"], ["a/b"], false), (["a/b"], ["*"], true),
    (["a/b"], ["a/b"], false), (["*"], ["a"], false),
  ])
  func theMoreSpecificSelectorWins(_ select: [String], _ ignore: [String], _ counts: Bool) {
    #expect((policy(select: select, ignore: ignore).severity(of: "a/b", .error) != nil) == counts)
  }

  @Test func theCallerSetsSeverities() {
    let policy = policy(severity: [("a", .warning), ("a/b", .fatal)], least: .warning)
    #expect(policy.severity(of: "a/b", .information) == .fatal)
    #expect(policy.severity(of: "a/c", .error) == .warning)
    #expect(policy.severity(of: "b/c", .information) == nil)
  }

  /// Findings that are not listed are counted by the same policy.
  @Test func countsFollowTheFindings() {
    let policy = policy(ignore: ["a/c"], severity: [("a/b", .warning)], least: .warning)
    let found: [(RuleID, Severity)] = [("a/b", .error), ("a/c", .error), ("b/x", .information), ("b/x", .error)]
    let findings = found.map { rule, severity in
      Finding(rule: rule, severity: severity, range: SourceRange(start: 0, end: 1), path: "", message: "")
    }
    var counts = FindingCounts()
    for finding in findings { counts.add(finding.rule, finding.severity) }
    let (kept, ignored) = policy.apply(to: counts)
    var expected = FindingCounts()
    for finding in policy.apply(to: findings) { expected.add(finding.rule, finding.severity) }
    #expect(kept == expected)
    #expect(kept.bySeverity == [.warning: 1, .error: 1])
    #expect(ignored.byRule == ["a/c": 1, "b/x": 1])
    #expect(counts.total == 4 && kept.total + ignored.total == 4)
    counts.subtract(kept)
    #expect(counts["b/x", .error] == 0 && counts["a/c", .error] == 1)
  }
}
