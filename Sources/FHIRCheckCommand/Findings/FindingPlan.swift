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

  /// The reports that list findings in order, by number.
  var inOrder: [Int] { reports.indices.filter { reports[$0].listing.share == nil } }

  /// The largest number of findings that these list; `nil` for no limit.
  var limit: Int? { FindingPlan.most(inOrder.map { reports[$0].listing }) }

  /// The different selections of findings to list at the end, each with its reports.
  var shares: [(share: Report.Share, reports: [Int])] {
    reports.indices.reduce(into: []) { shares, number in
      guard let share = reports[number].listing.share else { return }
      if let same = shares.firstIndex(where: { $0.share == share }) {
        shares[same].reports.append(number)
      } else {
        shares.append((share, [number]))
      }
    }
  }

  /// Whether the HTML page is among the reports.
  var hasPage: Bool { reports.contains { $0.format == .html } }

  /// Whether each finding is examined, even if no report lists it in order.
  var looksAtAll: Bool { countsKinds || baseline != nil || reports.contains { $0.listing.share != nil } }

  /// How many findings are enough for a search that finds them in order; `nil` for no limit.
  var searchLimit: Int? {
    let listings = reports.map(\.listing)
    if countsKinds || baseline != nil || listings.contains(where: { $0.share?.groups == true }) { return nil }
    return FindingPlan.most(listings)
  }

  private static func most(_ listings: [Report.Listing]) -> Int? {
    let limits = listings.compactMap(\.limit)
    return limits.count == listings.count ? limits.max() ?? 0 : nil
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
}

/// What is kept of findings until the end of a run. The parts of a run can be merged in any order.
struct KeptFindings: Sendable {
  var statistics = FindingStatistics()
  /// The findings to list at the end, for each of the plan's shares.
  var shares: [FairShare]
  /// The first findings of each kind about files themselves.
  var faults = FairShare(limit: 100, groups: false)

  init(_ plan: FindingPlan) { shares = plan.shares.map { FairShare(limit: $0.share.limit, groups: $0.share.groups) } }

  mutating func merge(_ other: KeptFindings) {
    statistics.merge(other.statistics)
    for index in shares.indices { shares[index].merge(other.shares[index]) }
    faults.merge(other.faults)
  }
}
