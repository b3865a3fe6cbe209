import FHIRProfiles
import FHIRTape

/// The walk's state for profiles: the judge of the current release, and the counts of the judges before it.
///
/// A judge stays in the memory of a release, for the next walk: what it knows to be good is good there too.
struct ProfileWalk: ~Copyable {
  private let source: ValidatorProfiles?
  /// The memory that has the judge.
  private var memory: WalkerMemory?
  /// The place of the release that the judge belongs to.
  private var place = -1
  /// The tape index of the innermost Bundle, `.none` if there is none.
  var bundle = TapeIndex.none
  private var past = ProfileCensus()

  init(_ source: ValidatorProfiles?) { self.source = source }

  /// Whether there are any profiles.
  var isOn: Bool { source != nil }

  /// Lends the judge of a release to `body`.
  mutating func withJudge<Result>(
    of place: Int, _ loaded: inout LoadedReleases, limit: Int, _ body: (inout ProfileJudge) -> Result
  ) -> Result? {
    guard let source else { return nil }
    if self.place != place {
      keepCounts()
      let release = loaded.release(place)
      release.memory.prepareJudge(source.profiles(at: place, release.definitions), limit: limit)
      (memory, self.place) = (release.memory, place)
    }
    guard let memory, memory.judge != nil else { return nil }
    return body(&memory.judge!)
  }

  /// Clears the state of the previous record.
  mutating func leaveRecord() {
    bundle = .none
    if let memory { memory.judge?.leaveRecord() }
  }

  private mutating func keepCounts() {
    if let memory { memory.judge?.handOver(to: &past) }
    memory = nil
    place = -1
  }

  /// Clears the counts of an input.
  mutating func leaveInput() {
    guard isOn else { return }
    keepCounts()
    past = ProfileCensus()
    bundle = .none
  }

  /// All counts so far.
  mutating func census() -> ProfileCensus {
    keepCounts()
    return past
  }
}

extension WalkerMemory {
  /// Makes the judge of some profiles, unless it is there already.
  fileprivate func prepareJudge(_ profiles: ReleaseProfiles, limit: Int) {
    if judge?.judges(by: profiles) ?? false {
      judge?.beginWalk()
    } else {
      judge = ProfileJudge(profiles, limit: limit, remembersValues: shortcuts.contains(.values))
    }
  }
}
