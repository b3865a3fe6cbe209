import FHIRTape

/// The walk's state for profiles: the judge of the current release, and the counts of the judges before it. A judge
/// stays in the memory of a release, for the next walk: what it knows to be good is good there too.
struct ProfileWalk: ~Copyable {
  private let source: ValidatorProfiles
  private var judge: KeptJudge?
  /// The place of the release that the judge belongs to.
  private var place = -1
  /// The tape index of the innermost Bundle, `.none` if there is none.
  var bundle = TapeIndex.none
  private var past = ProfileCensus()
  /// Whether all records are judged; else only those with something that a release publishes profiles for.
  let isOn: Bool
  /// Whether a record of the input was judged.
  private(set) var isInUse = false
  /// Whether the judge was used since a record was left: most records need none.
  private var isJudging = false
  /// How many claims are of profiles that are judged.
  var claims = 0
  /// What the resources in the current one have that is judged with them.
  var nested = PublishedMarks()

  init(_ source: ValidatorProfiles) {
    self.source = source
    isOn = source.isGiven
    isInUse = isOn
  }

  mutating func withJudge<Result>(
    of place: Int, _ loaded: inout LoadedReleases, limit: Int, _ body: (inout ProfileJudge) -> Result
  ) -> Result? {
    (isInUse, isJudging) = (true, true)
    if self.place != place {
      keepCounts()
      let release = loaded.release(place)
      judge = release.memory.preparedJudge(source.profiles(at: place, release.definitions), limit: limit)
      self.place = place
    }
    return judge.map { body(&$0.judge) }
  }

  mutating func leaveRecord() {
    bundle = .none
    if isJudging { judge?.judge.leaveRecord() }
    isJudging = false
  }

  private mutating func keepCounts() {
    judge?.judge.handOver(to: &past)
    judge = nil
    place = -1
  }

  mutating func leaveInput() {
    guard isInUse else { return }
    keepCounts()
    past = ProfileCensus()
    bundle = .none
    isInUse = isOn
  }

  mutating func census() -> ProfileCensus {
    keepCounts()
    return past
  }
}

/// What a resource has that a release publishes definitions for.
struct PublishedMarks {
  /// Extensions, and claims of profiles that are judged.
  var definitions = 0
  var vitalSigns = 0

  static func - (a: PublishedMarks, b: PublishedMarks) -> PublishedMarks {
    PublishedMarks(definitions: a.definitions &- b.definitions, vitalSigns: a.vitalSigns &- b.vitalSigns)
  }

  static func + (a: PublishedMarks, b: PublishedMarks) -> PublishedMarks {
    PublishedMarks(definitions: a.definitions &+ b.definitions, vitalSigns: a.vitalSigns &+ b.vitalSigns)
  }
}

/// A judge in the memory of a release: each record asks for it, and would look through an optional judge for `nil`.
final class KeptJudge {
  // Only one walker uses it, so exclusive access need not be checked for each record.
  @exclusivity(unchecked) fileprivate var judge: ProfileJudge

  fileprivate init(_ judge: consuming ProfileJudge) { self.judge = judge }
}

extension WalkerMemory {
  /// The judge of some profiles, which is made unless it is there already.
  fileprivate func preparedJudge(_ profiles: ReleaseProfiles, limit: Int) -> KeptJudge {
    if let judge, judge.judge.judges(by: profiles) {
      judge.judge.beginWalk()
      return judge
    }
    let new = KeptJudge(ProfileJudge(profiles, limit: limit, remembersValues: shortcuts.contains(.values)))
    judge = new
    return new
  }
}
