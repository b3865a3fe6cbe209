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

  mutating func add(_ verdict: ProfileVerdict) {
    switch verdict {
    case .met: met += 1
    case .broken: broken += 1
    case .undecided: undecided += 1
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

  mutating func add(_ isPresent: Bool) {
    if isPresent { present += 1 } else { absent += 1 }
  }
}
