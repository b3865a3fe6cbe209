package import FHIRSupport

/// The combined counts of several judges.
package struct ProfileCensus {
  package private(set) var counts: [ByteText: ProfileCounts] = [:]
  /// What could not be judged, by the names that a report has for it.
  package private(set) var notChecked: [ByteText: Int] = [:]
  /// Extensions whose definitions are not available, by their urls.
  package private(set) var extensions = NameCounts()
  /// How many extensions were judged by their definitions, with their parts.
  package private(set) var knownExtensions = 0
  /// How many of ``notChecked`` are due to a definition that is missing or faulty, or to a limit.
  package private(set) var unjudgedParts = 0

  /// How often must-support elements are present, by the profile's url and the element's path.
  package private(set) var mustSupport: [String: [String: MustSupportCounts]] = [:]

  package init() {}

  /// Adds the counts of a judge.
  fileprivate mutating func add(_ tally: ProfileTally, _ gaps: ProfileGaps) {
    for (url, counts) in tally.named { self.counts[url, default: ProfileCounts()].merge(counts) }
    for (name, count, kind) in gaps.named {
      notChecked[name, default: 0] += count
      if kind == .definition || kind == .limit { unjudgedParts += count }
    }
    knownExtensions += gaps.knownExtensions
    if !gaps.extensions.isEmpty { extensions.merge(gaps.extensions) }
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
