import FHIRDiagnostics
import FHIRReporting

/// What a run does with its findings: which count, which are listed, and what is kept of the others.
struct FindingPlan: Sendable {
  /// How findings are chosen that are listed.
  enum Listing: Sendable, Equatable {
    /// Each as it comes, up to a limit for the run.
    case asTheyCome(limit: Int?)
    /// At the end, the same number of each kind; those of one kind in one file may be one.
    case shared(limit: Int, groups: Bool)
  }

  var policies = PolicySet()
  /// How each report lists findings, in the order of the reports; one for all of them where there is one.
  var listings = [Listing.asTheyCome(limit: nil)]
  /// Takes values out of what is counted by kind, where that was asked for.
  var redaction: Redaction?
  /// Whether findings are counted by kind.
  var countsKinds = false
  /// The findings that are known from an earlier run, and those that are to be known in a later one.
  var baseline: Baseline?

  /// The most findings that are listed as they come.
  var limit: Int? {
    var most = 0
    for case .asTheyCome(let limit) in listings {
      guard let limit else { return nil }
      most = max(most, limit)
    }
    return most
  }

  /// Whether findings are told apart by kind.
  var readsKinds: Bool { countsKinds || isShared }

  /// Whether each finding is looked at, also where it is not listed.
  var looksAtAll: Bool { countsKinds || baseline != nil || isShared }

  /// Whether some report lists findings at the end.
  var isShared: Bool {
    listings.contains { listing in
      if case .shared = listing { true } else { false }
    }
  }

  /// The reports that list findings as they come.
  var streamed: [Int] {
    listings.indices.filter { number in
      if case .asTheyCome = listings[number] { true } else { false }
    }
  }

  /// The reports that list findings at the end, together where they list the same.
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

  /// How many findings a search may stop at that finds them in order; `nil` for none.
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
  /// The most entries that a text for people lists unless it is told otherwise: about a thousand lines.
  static let ordinaryTextLimit = 200

  /// What is done with the findings of a check.
  func findingPlan(policies: PolicySet, baseline: Baseline?) -> FindingPlan {
    let formats = reports.isEmpty ? [ReportTarget().format] : reports.map(\.format)
    var plan = FindingPlan(policies: policies, listings: formats.map(listing), baseline: baseline)
    plan.countsKinds = findings.showsStatistics || formats.contains(.html) || !isQuiet && formats.contains(.text)
    return plan
  }

  /// How a report lists findings: the same whatever other reports there are.
  private func listing(in format: ReportFormat) -> FindingPlan.Listing {
    if isQuiet || findings.showsStatistics || maxIssues == 0 { return .asTheyCome(limit: 0) }
    if format == .text, !findings.listsAll {
      return .shared(limit: maxIssues ?? Invocation.ordinaryTextLimit, groups: true)
    }
    // The page for people keeps some of each kind by itself.
    if let maxIssues, maxIssues <= FairShare.largestLimit, format != .html {
      return .shared(limit: maxIssues, groups: false)
    }
    return .asTheyCome(limit: maxIssues)
  }
}
