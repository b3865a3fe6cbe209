package import FHIRText

/// The combined counts of several judges.
package struct ProfileCensus {
  package private(set) var counts: [ByteText: ProfileCounts] = [:]
  /// Definitions that were needed but not available, and what else has no number of its own, by the names that a report
  /// has for them.
  package private(set) var unknown: [ByteText: Int] = [:]
  /// Constraints that could not be decided within the limits of an evaluation.
  package private(set) var constraints = 0
  /// Assertions about the entries of Bundles whose entries were read one by one.
  package private(set) var ofEntries = 0

  /// How often must-support elements are present, by the profile's url and the element's path.
  package private(set) var mustSupport: [String: [String: MustSupportCounts]] = [:]

  package init() {}

  /// Adds the counts of a judge.
  fileprivate mutating func add(_ tally: ProfileTally, _ gaps: ProfileGaps) {
    for (url, counts) in tally.named { self.counts[url, default: ProfileCounts()].merge(counts) }
    for (name, count) in gaps.named { unknown[name, default: 0] += count }
    constraints += gaps.constraints
    ofEntries += gaps.ofEntries
    for (url, elements) in tally.mustSupport {
      for (path, counts) in elements {
        mustSupport[url, default: [:]][path, default: MustSupportCounts()].merge(counts)
      }
    }
  }
}

extension ProfileJudge {
  /// Whether it judges by these profiles.
  package func judges(by profiles: ReleaseProfiles) -> Bool { self.profiles === profiles }

  /// Forgets the counts and the record of a walk that was given up.
  package mutating func beginWalk() {
    counts.removeCounts()
    notChecked.removeCounts()
    leaveRecord()
  }

  /// Adds the counts so far to other counts, and resets them.
  package mutating func handOver(to census: inout ProfileCensus) {
    census.add(counts, notChecked)
    counts.removeCounts()
    notChecked.removeCounts()
  }
}
