import FHIRDiagnostics
import FHIRReporting

/// How a run processes its findings: which count, which are listed, and what is kept of the others.
struct FindingPlan: Sendable {
  /// How the listed findings are chosen.
  enum Listing: Sendable, Equatable {
    /// In the order of the run, up to a limit.
    case asTheyCome(limit: Int?)
    /// At the end, equally many of each kind; findings of one kind in one file may form one entry.
    case shared(limit: Int, groups: Bool)
  }

  var policies = PolicySet()
  /// How each report lists findings, in the order of the reports; a single value applies to all reports.
  var listings = [Listing.asTheyCome(limit: nil)]
  /// Redacts what is counted by kind, if requested.
  var redaction: Redaction?
  /// Whether findings are counted by kind.
  var countsKinds = false
  /// Whether findings about files themselves are kept for a command that lists no findings.
  var keepsFaults = false
  /// The known findings of an earlier run, and those to write for a later one.
  var baseline: Baseline?

  /// The largest number of findings that are listed in order.
  var limit: Int? {
    var most = 0
    for case .asTheyCome(let limit) in listings {
      guard let limit else { return nil }
      most = max(most, limit)
    }
    return most
  }

  /// Whether the kinds of findings are needed.
  var readsKinds: Bool { countsKinds || isShared }

  /// Whether each finding is examined, even if it is not listed.
  var looksAtAll: Bool { countsKinds || baseline != nil || isShared }

  /// Whether a report lists findings at the end.
  var isShared: Bool {
    listings.contains { listing in
      if case .shared = listing { true } else { false }
    }
  }

  /// The reports that list findings in order.
  var streamed: [Int] {
    listings.indices.filter { number in
      if case .asTheyCome = listings[number] { true } else { false }
    }
  }

  /// The reports that list findings at the end, grouped by what they list.
  var held: [(limit: Int, groups: Bool, reports: [Int])] {
    var held: [(limit: Int, groups: Bool, reports: [Int])] = []
    for (number, listing) in listings.enumerated() {
      guard case .shared(let limit, let groups) = listing else { continue }
      if let same = held.firstIndex(where: { $0.limit == limit && $0.groups == groups }) {
        held[same].reports.append(number)
      } else {
        held.append((limit, groups, [number]))
      }
    }
    return held
  }

  /// How many findings are enough for a search that finds them in order; `nil` for no limit.
  var searchLimit: Int? {
    if countsKinds || baseline != nil { return nil }
    var most = 0
    for listing in listings {
      switch listing {
      case .asTheyCome(let limit?), .shared(let limit, groups: false): most = max(most, limit)
      case .asTheyCome(nil), .shared(_, groups: true): return nil
      }
    }
    return most
  }
}

extension Invocation {
  /// The largest number of entries in a text report unless the caller sets one: about a thousand lines.
  static let ordinaryTextLimit = 200

  /// How a check processes its findings.
  func findingPlan(policies: PolicySet, baseline: Baseline?) -> FindingPlan {
    let formats = reports.isEmpty ? [ReportTarget().format] : reports.map(\.format)
    var plan = FindingPlan(policies: policies, listings: formats.map(listing), baseline: baseline)
    plan.countsKinds = findings.showsStatistics || formats.contains(.html) || !isQuiet && formats.contains(.text)
    return plan
  }

  /// How a report lists findings, independent of other reports.
  private func listing(in format: ReportFormat) -> FindingPlan.Listing {
    if isQuiet || findings.showsStatistics || maxIssues == 0 { return .asTheyCome(limit: 0) }
    if format == .text, !findings.listsAll {
      return .shared(limit: maxIssues ?? Invocation.ordinaryTextLimit, groups: true)
    }
    // The HTML page keeps some of each kind itself.
    if let maxIssues, maxIssues <= FairShare.largestLimit, format != .html {
      return .shared(limit: maxIssues, groups: false)
    }
    return .asTheyCome(limit: maxIssues)
  }
}
