package import FHIRSupport

/// How many records meet or break a profile that they were judged by.
public struct ProfileCounts: Hashable, Sendable {
  /// Records that meet the profile.
  public var met = 0
  /// Records that break it.
  public var broken = 0
  /// Records without findings that could not be judged completely.
  public var undecided = 0

  /// How many of them claim the profile; the others are judged by it because the caller or a guide has chosen it.
  public var claimed = 0

  /// Makes empty counts.
  public init() {}

  /// All records that were judged by it.
  public var all: Int { met + broken + undecided }

  /// Adds the counts of another input.
  public mutating func merge(_ other: ProfileCounts) {
    met += other.met
    broken += other.broken
    undecided += other.undecided
    claimed += other.claimed
  }

  package func merged(_ other: ProfileCounts) -> ProfileCounts {
    var sum = self
    sum.merge(other)
    return sum
  }

  mutating func add(_ verdict: Answer) {
    switch verdict {
    case .yes: met += 1
    case .no: broken += 1
    case .open: undecided += 1
    }
  }
}

/// How often an element that a profile marks as must-support was present, among the objects that could have it.
public struct MustSupportCounts: Hashable, Sendable {
  /// Objects that have the element.
  public var present = 0
  /// Objects without it.
  public var absent = 0

  /// Makes empty counts.
  public init() {}

  /// Adds the counts of another input.
  public mutating func merge(_ other: MustSupportCounts) {
    present += other.present
    absent += other.absent
  }
}

/// The profiles that a judge has met, each with a number, and the counts of the records that were judged by it.
package struct ProfileTally {
  private(set) var profiles: [Profile] = []
  /// By number.
  var records: [ProfileCounts] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  /// How often must-support elements are present, by the profile's url and the element's path.
  package private(set) var mustSupport: [String: [String: MustSupportCounts]] = [:]

  subscript(_ number: Int) -> Profile { profiles[number] }

  /// The number of a profile, which stays as long as the judge.
  mutating func number(of profile: Profile) -> Int {
    if let known = numbers[ObjectIdentifier(profile)] { return known }
    numbers[ObjectIdentifier(profile)] = profiles.count
    profiles.append(profile)
    records.append(ProfileCounts())
    return profiles.count - 1
  }

  mutating func add(_ path: String, of url: String, isPresent: Bool) {
    let count: WritableKeyPath<MustSupportCounts, Int> = isPresent ? \.present : \.absent
    mustSupport[url, default: [:]][path, default: MustSupportCounts()][keyPath: count] += 1
  }

  mutating func removeCounts() {
    for number in records.indices { records[number] = ProfileCounts() }
    mustSupport = [:]
  }
}

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

  package private(set) var mustSupport: [String: [String: MustSupportCounts]] = [:]

  package init() {}

  fileprivate mutating func add(_ tally: ProfileTally, _ gaps: ProfileGaps) {
    for (profile, counts) in zip(tally.profiles, tally.records) where counts != ProfileCounts() {
      self.counts[profile.url.byBytes, default: ProfileCounts()].merge(counts)
    }
    for (name, (count, kind)) in zip(gaps.names.all, gaps.counts) where count > 0 {
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
