import FHIRProfiles

/// The walk's state for profiles: the judge of the current release, and the counts of the judges before it.
struct ProfileWalk: ~Copyable {
  private let source: ValidatorProfiles?
  private var judge: ProfileJudge?
  /// The place of the release that the judge belongs to.
  private var place = -1
  /// The tape index of the innermost Bundle, -1 for none.
  var bundle = -1
  private var past = ProfileCensus()

  init(_ source: ValidatorProfiles?) { self.source = source }

  /// Whether there are any profiles.
  var isOn: Bool { source != nil }

  /// Lends the judge of a release to `body`.
  mutating func withJudge<Result>(
    of place: Int, _ definitions: Definitions, limit: Int, _ body: (inout ProfileJudge) -> Result
  ) -> Result? {
    guard let source else { return nil }
    if self.place != place {
      keepCounts()
      judge = ProfileJudge(source.profiles(at: place, definitions), limit: limit)
      self.place = place
    }
    guard judge != nil else { return nil }
    return body(&judge!)
  }

  /// Whether a claim is judged, and so is not counted as not checked.
  mutating func judges(_ url: String, of place: Int, _ definitions: Definitions) -> Bool {
    guard let source else { return false }
    return source.profiles(at: place, definitions).profile(url) != nil
  }

  /// Clears the state of the previous record.
  mutating func leaveRecord() {
    bundle = -1
    judge?.leaveRecord()
  }

  private mutating func keepCounts() {
    if judge != nil { judge!.handOver(to: &past) }
    judge = nil
    place = -1
  }

  /// All counts so far.
  mutating func census() -> ProfileCensus {
    keepCounts()
    return past
  }
}
