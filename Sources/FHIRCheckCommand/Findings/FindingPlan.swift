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
  var listing = Listing.asTheyCome(limit: nil)
  /// Whether findings are counted by kind.
  var countsKinds = false
  /// The findings that are known from an earlier run, and those that are to be known in a later one.
  var baseline: Baseline?

  /// The most findings that are listed as they come.
  var limit: Int? {
    switch listing {
    case .asTheyCome(let limit): limit
    case .shared: 0
    }
  }

  /// Whether each finding is looked at, also where it is not listed.
  var looksAtAll: Bool { countsKinds || baseline != nil || isShared }

  var isShared: Bool {
    switch listing {
    case .asTheyCome: false
    case .shared(let limit, _): limit > 0
    }
  }

  /// How many findings a search may stop at that finds them in order; `nil` for none.
  var searchLimit: Int? {
    if countsKinds || baseline != nil { return nil }
    switch listing {
    case .asTheyCome(let limit): return limit
    case .shared(let limit, let groups): return groups ? nil : limit
    }
  }

  /// An empty share of what is listed at the end.
  var share: FairShare {
    switch listing {
    case .asTheyCome: FairShare(limit: 0, groups: false)
    case .shared(let limit, let groups): FairShare(limit: limit, groups: groups)
    }
  }
}

extension Invocation {
  /// The most entries that a text for people lists unless it is told otherwise: about a thousand lines.
  static let ordinaryTextLimit = 200

  /// What is done with the findings of a check.
  func findingPlan(policies: PolicySet, baseline: Baseline?) -> FindingPlan {
    let isPeoples = format == .text && !findings.listsAll
    var plan = FindingPlan(policies: policies, baseline: baseline)
    plan.countsKinds = findings.showsStatistics || format == .text
    if isQuiet || findings.showsStatistics {
      plan.listing = .asTheyCome(limit: 0)
      plan.countsKinds = findings.showsStatistics
    } else if isPeoples {
      plan.listing = .shared(limit: maxIssues ?? Invocation.ordinaryTextLimit, groups: true)
    } else if let maxIssues, maxIssues <= FairShare.largestLimit {
      plan.listing = .shared(limit: maxIssues, groups: false)
    } else {
      plan.listing = .asTheyCome(limit: maxIssues)
    }
    return plan
  }
}
