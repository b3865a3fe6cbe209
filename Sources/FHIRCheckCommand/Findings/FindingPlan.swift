import FHIRDiagnostics
import FHIRReporting

/// What a run does with its findings: which count, which reports list them, and what else is made of them.
struct FindingPlan: Sendable {
  var policies = PolicySet()
  /// The known findings of an earlier run, and those to write for a later one.
  var baseline: Baseline?
  var reports: [Report] = []
  /// Replaces the values of records in all reports, if requested.
  var redaction: Redaction?
  /// Whether findings are counted by kind.
  var countsKinds = false
  /// Whether findings about files themselves are kept for a command that lists no findings.
  var keepsFaults = false

  /// The numbers of the reports that list findings as they come, and of those that list them at the end.
  var inOrder: [Int] { reports.indices.filter { reports[$0].choice == .first } }
  var shared: [Int] { reports.indices.filter { reports[$0].choice == .ofEachKind } }
  /// The numbers of the reports that list what repeats once.
  var grouped: [Int] { reports.indices.filter { reports[$0].choice == .grouped } }

  /// Whether the HTML page is among the reports.
  var hasPage: Bool { reports.contains { $0.format == .html } }

  /// Whether each finding is examined, even if no report lists it as it comes.
  var looksAtAll: Bool { countsKinds || baseline != nil || !shared.isEmpty || !grouped.isEmpty }

  /// How many findings are enough for a search that finds them in order; `nil` for no limit.
  var searchLimit: Int? {
    let needsAll = countsKinds || baseline != nil || !grouped.isEmpty
    return needsAll ? nil : limit(of: Array(reports.indices))
  }

  /// The largest number of findings that one of some reports lists; `nil` for no limit.
  func limit(of numbers: [Int]) -> Int? {
    numbers.contains { reports[$0].limit == nil } ? nil : numbers.compactMap { reports[$0].limit }.max() ?? 0
  }

  /// The findings that do not count; `nil` if the caller excludes none.
  func setAside(_ counts: Counts, looksForCopies: Bool) -> ReportSummary.SetAside? {
    let baseline = self.baseline.flatMap { $0.comparesFindings ? $0 : nil }
    if policies.isNeutral, baseline == nil { return nil }
    var aside = ReportSummary.SetAside()
    (aside.ignored, aside.known) = (counts.ignored, counts.known)
    // A finding that this run did not look for cannot be reported as gone.
    aside.gone = baseline?.gone.filter {
      policies.common.severity(of: $0.key, .fatal) != nil && (looksForCopies || $0.key.group != "identity")
    }
    return aside
  }
}

/// The file of some findings.
struct ReportedFile: Sendable {
  /// Its number in the run, which orders the findings of several files.
  var number: Int
  /// Its name in reports.
  var name: String
  /// The name of the source that came with it.
  var source: String?
  /// Whether other parts of it may be read by another worker.
  var isPart = false
}

/// What is kept of findings until the end of a run. The parts of a run can be merged in any order.
struct KeptFindings: Sendable {
  var statistics = FindingStatistics()
  /// The findings to list at the end, for each of the reports that do so.
  var shares: [FairShare]
  /// The first findings of each kind about files themselves.
  var faults = FairShare(limit: 100)
  /// The findings by kind, for reports that list what repeats once.
  var groups: FindingGroups?

  init(_ plan: FindingPlan) {
    shares = plan.shared.map { FairShare(limit: plan.reports[$0].limit ?? .max) }
    groups = plan.grouped.isEmpty ? nil : FindingGroups()
  }

  mutating func merge(_ other: KeptFindings) {
    statistics.merge(other.statistics)
    for index in shares.indices { shares[index].merge(other.shares[index]) }
    faults.merge(other.faults)
    if let other = other.groups { groups?.merge(other) }
  }
}
