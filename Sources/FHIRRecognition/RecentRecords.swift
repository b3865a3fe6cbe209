import FHIRSchema
import FHIRTape

/// The releases of the profiles that the last records claimed, since most records of an input claim the same ones. Where
/// each record claims another one, judging takes two fifths more instructions.
struct RecentProfiles: Sendable {
  private var profiles: [(url: [UInt8], releases: ReleaseSet)] = []
  /// More than most inputs have; a search through them takes less time than one by name.
  private static let most = 32

  mutating func releases(ofProfile value: TapeIndex, _ tape: Tape, _ names: ReleaseNames) -> ReleaseSet {
    tape.withText(value) { url in
      for known in profiles where known.url.count == url.count && known.url.elementsEqual(url) { return known.releases }
      let releases = names.releases(ofProfile: url)
      if profiles.count == Self.most { profiles.removeAll(keepingCapacity: true) }
      profiles.append((Array(url), releases))
      return releases
    }
  }
}

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
  @inline(__always) func release(of shape: UInt64, near nearest: RecognisedRelease) -> RecognisedRelease? {
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

extension ReleaseNames {
  /// The resource type that a value names; `nil` if no release has it, or the value is not a text.
  @inline(__always) func type(at value: TapeIndex, _ tape: Tape) -> JointType.Pointer? {
    guard value.exists else { return nil }
    return tape.withText(value) { $0.isEmpty ? nil : type(named: $0) }
  }
}

extension Tape {
  /// Calls `body` with the bytes of a text, escapes resolved; with none for another value.
  @inline(__always)
  func withText<Result>(_ value: TapeIndex, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch tag(value) {
    case .string, .key: body(UnsafeBufferPointer(start: lexeme(value), count: length(value)))
    case .escapedString, .escapedKey: withEscapedText(value, body)
    default: body(UnsafeBufferPointer(start: nil, count: 0))
    }
  }
}
