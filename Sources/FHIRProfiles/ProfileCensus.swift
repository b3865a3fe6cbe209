/// What judges have counted, put together.
package struct ProfileCensus {
  package private(set) var counts: [String: ProfileCounts] = [:]
  /// Definitions that were needed and are not at hand, by url.
  package private(set) var unknown: [String: Int] = [:]
  /// Constraints that could not be told within the limits of an evaluation.
  package private(set) var constraints = 0

  package init() {}

  /// Adds the counts of a judge.
  fileprivate mutating func add(_ tally: ProfileTally, _ gaps: ProfileGaps) {
    for (url, counts) in tally.byURL { self.counts[url, default: ProfileCounts()].merge(counts) }
    for (url, count) in gaps.urls { unknown[url, default: 0] += count }
    constraints += gaps.constraints
  }
}

extension ProfileJudge {
  /// Adds what was counted so far to other counts, and begins anew.
  package mutating func handOver(to census: inout ProfileCensus) {
    census.add(counts, notChecked)
    (counts, notChecked) = (ProfileTally(), ProfileGaps())
  }
}
