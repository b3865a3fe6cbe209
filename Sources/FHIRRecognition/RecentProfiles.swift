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

extension ReleaseNames {
  /// The resource type that a value names; `nil` if no release has it, or the value is not a text.
  @inline(__always)
  func type(at value: TapeIndex, _ tape: Tape) -> JointType.Pointer? {
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
