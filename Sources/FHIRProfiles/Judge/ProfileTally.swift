import FHIRSupport

/// The profiles that a judge has met, each with a number, and the counts of the records that were judged by it.
package struct ProfileTally {
  private var profiles: [Profile] = []
  private var counts: [ProfileCounts] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  /// How often must-support elements are present, by the profile's url and the element's path.
  package private(set) var mustSupport: [String: [String: MustSupportCounts]] = [:]

  /// The counts by url.
  var named: [(name: ByteText, counts: ProfileCounts)] {
    zip(profiles, counts).filter { $0.1 != ProfileCounts() }.map { ($0.0.url.byBytes, $0.1) }
  }

  subscript(_ number: Int) -> Profile { profiles[number] }

  /// The number of a profile, which stays as long as the judge.
  mutating func number(of profile: Profile) -> Int {
    if let known = numbers[ObjectIdentifier(profile)] { return known }
    numbers[ObjectIdentifier(profile)] = profiles.count
    profiles.append(profile)
    counts.append(ProfileCounts())
    return profiles.count - 1
  }

  mutating func add(_ verdict: ProfileVerdict, of number: Int) { counts[number].add(verdict) }

  mutating func addClaim(of number: Int) { counts[number].claimed += 1 }

  mutating func add(_ path: String, of url: String, isPresent: Bool) {
    mustSupport[url, default: [:]][path, default: MustSupportCounts()].add(isPresent)
  }

  /// Begins to count anew.
  mutating func removeCounts() {
    for number in counts.indices { counts[number] = ProfileCounts() }
    mustSupport = [:]
  }
}
