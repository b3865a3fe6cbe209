import FHIRDiagnostics
import FHIRReporting
import FHIRValidation

/// Where the findings of one worker pass: those that do not count are taken out, and of the others is kept what the plan
/// says.
final class FindingDesk {
  /// What became of the findings of a run, besides those that count.
  struct Outcome: Sendable {
    /// Those that the caller does not want to count.
    var ignored = FindingCounts()
    /// Those that the baseline knows.
    var known = FindingCounts()

    mutating func merge(_ other: Outcome) {
      ignored.merge(other.ignored)
      known.merge(other.known)
    }
  }

  let plan: FindingPlan
  private(set) var statistics = FindingStatistics()
  /// What is listed at the end, for each of the plan's listings that are held.
  private(set) var shares: [FairShare]
  private(set) var outcome = Outcome()
  private var kind = FindingKind()
  private var offers = PageOffers()
  private var policy = RulePolicy()
  /// Findings of the input in hand that were looked at one by one and count by the policy, and those of them that are
  /// known.
  private var (seen, known) = (FindingCounts(), FindingCounts())

  init(_ plan: FindingPlan) {
    self.plan = plan
    shares = plan.held.map { FairShare(limit: $0.limit, groups: $0.groups) }
  }

  /// Begins with an input, or a part of one.
  func begin(_ file: String) {
    policy = plan.policies.policy(of: file)
    (seen, known) = (FindingCounts(), FindingCounts())
  }

  /// The findings that count, of some of one file.
  ///
  /// - Parameter turn: waits until those of all files before have passed. Only a baseline needs that: of findings that look
  ///   the same the first ones are the known ones.
  func take(_ findings: [Diagnostic], source: String?, turn: () -> Void) -> [Diagnostic] {
    let findings = policy.apply(to: findings)
    tookAny = !findings.isEmpty
    guard let baseline = plan.baseline, tookAny else { return findings }
    turn()
    for finding in findings { seen.add(finding.rule, finding.severity) }
    let news = baseline.take(findings, source: source)
    for finding in findings { known.add(finding.rule, finding.severity) }
    for finding in news { known.remove(finding.rule, finding.severity) }
    tookAny = !news.isEmpty
    return news
  }

  /// Whether some of the findings that were taken last count.
  private(set) var tookAny = false

  /// Adds up what is known of a file whose counts somebody else has.
  func closeFile() {
    outcome.known.merge(known)
    known = FindingCounts()
  }

  /// Reads the kind of a finding, for what is asked next.
  func read(_ finding: Diagnostic) { kind.read(finding) }

  /// The kind of the finding that was read last, where the page for people may keep it. Those of a file are asked for in
  /// the order in which they are listed.
  func kindForPage() -> UInt64? {
    // Without values kinds become one that differ.
    plan.redaction != nil || offers.take(kind.key) ? kind.key : nil
  }

  /// Keeps of the finding that was read last what is to be kept.
  ///
  /// - Parameter locate: finds its place in the file; asked only where that is shown.
  func keep(
    _ finding: Diagnostic, of file: String, number: Int, source: String?,
    _ locate: () throws -> (SourcePosition?, SourceExcerpt?)
  ) rethrows {
    guard plan.countsKinds || !shares.isEmpty else { return }
    let place = FairShare.Place(file: number, offset: finding.range.start)
    // With its values: without them records look alike. Whoever writes it takes them out.
    for index in shares.indices {
      try shares[index].offer(kind: kind.key, at: place) {
        let (position, excerpt) = try locate()
        return LocatedDiagnostic(
          file: file, source: source, diagnostic: finding.standingAlone, position: position, excerpt: excerpt)
      }
    }
    guard plan.countsKinds else { return }
    if let redaction = plan.redaction {
      let shown = redaction.redacted(
        LocatedDiagnostic(file: file, source: source, diagnostic: finding, position: nil, excerpt: nil))
      kind.read(shown.diagnostic)
      try statistics.add(shown.diagnostic, kind, in: shown.file, number: number, source: shown.source) {
        try locate().0
      }
    } else {
      try statistics.add(finding, kind, in: file, number: number, source: source) { try locate().0 }
    }
  }

  /// Leaves in the counts of an input what counts.
  func settle(_ tally: inout ValidationTally) -> Outcome {
    var (kept, ignored) = policy.apply(to: tally.findings)
    if let baseline = plan.baseline {
      var unlisted = kept
      unlisted.subtract(seen)
      known.merge(baseline.take(unlisted: unlisted))
      kept.subtract(known)
    }
    tally.findings = kept
    return Outcome(ignored: ignored, known: known)
  }

  /// Adds what another worker has kept.
  func merge(_ other: FindingDesk) {
    statistics.merge(other.statistics)
    for index in shares.indices { shares[index].merge(other.shares[index]) }
    outcome.merge(other.outcome)
  }
}
