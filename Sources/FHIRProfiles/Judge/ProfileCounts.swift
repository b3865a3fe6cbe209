/// How many records stand how to each profile that they were judged by.
public struct ProfileCounts: Hashable, Sendable {
  /// Records that meet the profile.
  public var met = 0
  /// Records that break it.
  public var broken = 0
  /// Records in which nothing was found, and of which not everything could be judged.
  public var undecided = 0

  /// Nothing judged yet.
  public init() {}

  /// All records that were judged by it.
  public var all: Int { met + broken + undecided }

  /// Adds those of another input.
  public mutating func merge(_ other: ProfileCounts) {
    met += other.met
    broken += other.broken
    undecided += other.undecided
  }

  mutating func add(_ verdict: ProfileVerdict) {
    switch verdict {
    case .met: met += 1
    case .broken: broken += 1
    case .undecided: undecided += 1
    }
  }
}

/// The counts of all profiles, by url.
package struct ProfileTally {
  package private(set) var byURL: [String: ProfileCounts] = [:]

  mutating func add(_ verdict: ProfileVerdict, of url: String) { byURL[url, default: ProfileCounts()].add(verdict) }
}
