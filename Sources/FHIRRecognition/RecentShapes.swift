import FHIRSchema

/// What the last records show of their release by the names and forms of their members alone: most records of an input
/// have the same members as one before. Without it 120 Bundles of made-up patients took 8 % more instructions.
package struct RecentShapes: Sendable {
  private struct Place {
    var shape: UInt64
    /// The releases that lack nothing that the members show.
    var releases: ReleaseSet
    var reason: ReleaseReason
  }

  /// The last two in each of 128 pairs, so that two frequent ones rarely evict each other.
  private var places: [Place] = []

  /// The release of a resource with this shape, if it has the surroundings' release.
  @inline(__always)
  func release(of shape: UInt64, near nearest: RecognisedRelease) -> RecognisedRelease? {
    guard !places.isEmpty else { return nil }
    var place = places[Self.pair(of: shape)]
    if place.shape != shape { place = places[Self.pair(of: shape) + 1] }
    guard place.shape == shape, place.releases.contains(nearest.number) else { return nil }
    return RecognisedRelease(number: nearest.number, reason: place.reason)
  }

  mutating func keep(_ evidence: RecordEvidence, of shape: UInt64) {
    guard evidence.isByShape, let reason = evidence.reason else { return }
    let place = Place(shape: shape, releases: evidence.faultless, reason: reason)
    if places.isEmpty { places = Array(repeating: place, count: 256) }
    let pair = Self.pair(of: shape)
    (places[pair], places[pair + 1]) = (place, places[pair])
  }

  private static func pair(of shape: UInt64) -> Int { Int(shape & 254) }
}
