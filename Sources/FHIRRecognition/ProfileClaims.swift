import FHIRSchema
import FHIRTape

/// The releases that the profiles of a record belong to.
struct ProfileClaims {
  /// The releases that profiles of one release only show.
  private var releases: ReleaseSet = []
  /// The releases that all profiles of several releases have in common.
  private var shared: ReleaseSet?
  private let distinctions: ReleaseDistinctions
  /// The tape index of the array, `.none` if there is none.
  private let profiles: TapeIndex
  /// The largest number of profiles to look at.
  private static let most = 20

  /// - Parameter index: the tape index of the resource.
  init(_ distinctions: ReleaseDistinctions, _ tape: Tape, _ index: TapeIndex) {
    self.init(distinctions, tape, profiles: ResourceMembers(tape, index).profiles)
  }

  /// - Parameter profiles: the tape index of their array, `.none` if there is none.
  private init(_ distinctions: ReleaseDistinctions, _ tape: Tape, profiles: TapeIndex) {
    (self.distinctions, self.profiles) = (distinctions, profiles)
    forEach(tape) { _, found in
      if found.rawValue.nonzeroBitCount == 1 {
        releases.insert(found)
      } else {
        shared = shared?.intersection(found) ?? found
      }
    }
  }

  /// The release that the profiles of a record belong to; `nil` if there are no profiles, or they belong to several
  /// releases.
  ///
  /// - Parameters:
  ///   - profiles: the tape index of their array, `.none` if there is none.
  ///   - scores: the signs of each release, which choose among those that have the same profiles.
  @inline(__always)
  static func release(
    _ recogniser: ReleaseRecogniser, _ tape: Tape, _ profiles: TapeIndex, _ scores: SIMD8<Int16>
  ) -> ReleaseNumber? {
    // Most records claim no profile, so the facts about the releases need not be retained for them.
    profiles.exists ? ProfileClaims(recogniser.known, tape, profiles: profiles).release(scores) : nil
  }

  /// The release of the profiles, `nil` if there are several or none.
  private func release(_ scores: SIMD8<Int16>) -> ReleaseNumber? {
    guard let shared else { return releases.rawValue.nonzeroBitCount == 1 ? releases.first : nil }
    guard releases.isEmpty else {
      return releases.rawValue.nonzeroBitCount == 1 && shared.isSuperset(of: releases) ? releases.first : nil
    }
    // Only releases whose names the table cannot tell apart have the same profiles.
    guard var best = shared.common(in: distinctions) else { return nil }
    for number in 0..<scores.scalarCount where scores[number] > scores[Int(best.rawValue)] {
      let release = ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: number))
      if shared.contains(ReleaseSet(release)) { best = release }
    }
    return best
  }

  /// The first profile of a release.
  func text(of release: ReleaseNumber, _ tape: Tape) -> String? {
    var text: String?
    forEach(tape) { if $1.contains(ReleaseSet(release)), text == nil { text = tape.string($0) } }
    return text
  }

  private func forEach(_ tape: Tape, _ body: (TapeIndex, ReleaseSet) -> Void) {
    var item = profiles.content
    guard profiles.exists else { return }
    for _ in 0..<Self.most where item < tape.next(profiles) {
      if let releases = releases(of: item, tape) { body(item, releases) }
      item = tape.next(item)
    }
  }

  private func releases(of item: TapeIndex, _ tape: Tape) -> ReleaseSet? {
    switch tape.tag(item) {
    case .string:
      return releases(of: UnsafeBufferPointer(start: tape.lexeme(item), count: tape.length(item)))
    case .escapedString:
      return Array(tape.string(item).utf8).withUnsafeBufferPointer { releases(of: $0) }
    default:
      return nil
    }
  }

  private func releases(of url: UnsafeBufferPointer<UInt8>) -> ReleaseSet? {
    guard let colon = url.prefix(10).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    if let mark = distinctions.profiles.first(where: { url[colon...].starts(with: $0.text) }) {
      return ReleaseSet(mark.release)
    }
    for profiles in distinctions.namedProfiles where url[colon...].starts(with: profiles.base) {
      let name = url[(colon + profiles.base.count)...]
      guard let bar = name.firstIndex(of: UInt8(ascii: "|")) else {
        return profiles.names.contains { name.elementsEqual($0) } ? profiles.releases : nil
      }
      let version = name[(bar + 1)...]
      let number = version.isEmpty ? nil : distinctions.releases.firstIndex { $0.version.utf8.elementsEqual(version) }
      return number.map { ReleaseSet(ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: $0))) }
    }
    return nil
  }
}
