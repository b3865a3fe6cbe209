/// The combined counts of several judges.
package struct ProfileCensus {
  package private(set) var counts: [String: ProfileCounts] = [:]
  /// Definitions that were needed but not available, by url.
  package private(set) var unknown: [String: Int] = [:]
  /// What else was not judged, by the names under which reports show it.
  package private(set) var named: [String: Int] = [:]
  /// Constraints that could not be decided within the limits of an evaluation.
  package private(set) var constraints = 0

  /// How often must-support elements are present, by the profile's url and the element's path.
  package private(set) var mustSupport: [String: [String: MustSupportCounts]] = [:]

  package init() {}

  /// Adds the counts of a judge.
  fileprivate mutating func add(_ tally: ProfileTally, _ gaps: ProfileGaps) {
    for (url, counts) in tally.byURL { self.counts[url, default: ProfileCounts()].merge(counts) }
    for (url, count) in gaps.urls { unknown[url, default: 0] += count }
    for (name, count) in gaps.named { named[name, default: 0] += count }
    constraints += gaps.constraints
    for (url, elements) in tally.mustSupport {
      for (path, counts) in elements {
        mustSupport[url, default: [:]][path, default: MustSupportCounts()].merge(counts)
      }
    }
  }
}

extension ProfileJudge {
  /// Adds the counts so far to other counts, and resets them.
  package mutating func handOver(to census: inout ProfileCensus) {
    census.add(counts, notChecked)
    (counts, notChecked) = (ProfileTally(), ProfileGaps())
  }
}
