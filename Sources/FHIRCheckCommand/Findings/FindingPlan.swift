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
  /// Whether each finding is listed as it comes, too, for reports beside the text.
  var listsBeside = false
  /// The most of those, `nil` for no limit.
  var limitBeside: Int?
  /// Takes values out of what is kept, where that was asked for.
  var redaction: Redaction?
  /// Whether findings are counted by kind.
  var countsKinds = false
  /// The findings that are known from an earlier run, and those that are to be known in a later one.
  var baseline: Baseline?

  /// The most findings that are listed as they come.
  var limit: Int? {
    switch listing {
    case .asTheyCome(let limit): limit
    case .shared: listsBeside ? limitBeside : 0
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
    if countsKinds || baseline != nil || listsBeside { return nil }
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
    let formats = Set(reports.map(\.format))
    let hasText = formats.isEmpty || formats.contains(.text)
    let isPeoples = hasText && !findings.listsAll
    var plan = FindingPlan(policies: policies, baseline: baseline)
    plan.countsKinds = findings.showsStatistics || hasText || formats.contains(.html)
    if isQuiet || findings.showsStatistics {
      plan.listing = .asTheyCome(limit: 0)
      plan.countsKinds = findings.showsStatistics || formats.contains(.html)
    } else if isPeoples {
      plan.listing = .shared(limit: maxIssues ?? Invocation.ordinaryTextLimit, groups: true)
      (plan.listsBeside, plan.limitBeside) = (formats.count > 1, maxIssues)
    } else if let maxIssues, maxIssues <= FairShare.largestLimit, !formats.contains(.html) {
      plan.listing = .shared(limit: maxIssues, groups: false)
    } else {
      plan.listing = .asTheyCome(limit: maxIssues)
    }
    return plan
  }
}
