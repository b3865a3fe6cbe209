import FHIRDiagnostics
import FHIRReporting
import FHIRValidation

/// Processes the findings of one worker: removes those that do not count, and keeps what the plan needs of the others.
final class FindingDesk {
  /// The findings that do not count.
  struct Outcome: Sendable {
    /// Findings that the caller excludes.
    var ignored = FindingCounts()
    /// Findings in the baseline.
    var known = FindingCounts()

    mutating func merge(_ other: Outcome) {
      ignored.merge(other.ignored)
      known.merge(other.known)
    }
  }

  let plan: FindingPlan
  private(set) var statistics = FindingStatistics()
  /// The findings to list at the end, for each of the plan's listings that are held.
  private(set) var shares: [FairShare]
  private(set) var outcome = Outcome()
  /// The first findings of each kind about files themselves, if the plan keeps them.
  private(set) var faults = FairShare(limit: 100, groups: false)
  private var kind = FindingKind()
  private var offers = PageOffers()
  private var policy = RulePolicy()
  /// The findings of the current input that were examined one by one and count by the policy, and the known ones among
  /// them.
  private var (seen, known) = (FindingCounts(), FindingCounts())

  init(_ plan: FindingPlan) {
    self.plan = plan
    shares = plan.held.map { FairShare(limit: $0.limit, groups: $0.groups) }
  }

  /// Begins an input, or a part of one.
  func begin(_ file: String) {
    policy = plan.policies.policy(of: file)
    (seen, known) = (FindingCounts(), FindingCounts())
  }

  /// Returns those of some findings of one file that count.
  ///
  /// - Parameter turn: waits until the findings of all earlier files have been processed. Only a baseline needs that:
  ///   of findings with equal keys, the first ones are the known ones.
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

  /// Whether some of the last findings count.
  private(set) var tookAny = false

  /// Adds up the findings of a file whose counts are kept elsewhere.
  func closeFile() {
    outcome.known.merge(known)
    known = FindingCounts()
  }

  /// Reads the kind of a finding, for the following calls.
  func read(_ finding: Diagnostic) { kind.read(finding) }

  /// The kind of the last finding read, if the HTML page may keep the finding. To be called in the order in which the
  /// findings of a file are listed.
  func kindForPage() -> UInt64? {
    // Redaction may merge different kinds, so every finding is offered.
    plan.redaction != nil || offers.take(kind.key) ? kind.key : nil
  }

  /// Keeps what the plan needs of the last finding read.
  ///
  /// - Parameter locate: finds its place in the file; called only if the place is shown.
  func keep(
    _ finding: Diagnostic, of file: String, number: Int, source: String?,
    _ locate: () throws -> (SourcePosition?, SourceExcerpt?)
  ) rethrows {
    guard plan.countsKinds || !shares.isEmpty else { return }
    let place = FairShare.Place(file: number, offset: finding.range.start)
    // Kept with its values, because redacted records look alike. The renderer redacts it.
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

  /// Keeps a finding about a file itself, if the plan says so.
  func note(fault: Diagnostic, of file: String, number: Int, source: String?) {
    guard plan.keepsFaults else { return }
    kind.read(fault)
    faults.offer(kind: kind.key, at: FairShare.Place(file: number, offset: fault.range.start)) {
      LocatedDiagnostic(file: file, source: source, diagnostic: fault.standingAlone, position: nil)
    }
  }

  /// Reduces the counts of an input to the findings that count.
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

  /// Adds the findings that another worker has kept.
  func merge(_ other: FindingDesk) {
    statistics.merge(other.statistics)
    for index in shares.indices { shares[index].merge(other.shares[index]) }
    faults.merge(other.faults)
    outcome.merge(other.outcome)
  }
}
