package import FHIRSchema
package import FHIRTape

/// All that a record itself shows of its release.
package struct RecordEvidence {
  package let best: ReleaseSet
  /// The releases that what it states, and its type, leave.
  private let candidates: ReleaseSet
  /// `nil` if nothing shows a release.
  package let reason: ReleaseReason?
  /// The version or the profile that the record states, `.none` if it states none.
  package let claimed: TapeIndex
  let misfits: ReleaseCounts
  /// Whether the names and forms of its own members show all of it.
  let isByShape: Bool
  /// The releases that its code systems exclude, and nothing else does.
  private let othersBySystems: ReleaseSet

  package init(_ recogniser: ReleaseRecogniser, _ tape: Tape, _ members: ResourceMembers, _ index: TapeIndex) {
    var recent = RecentProfiles()
    self.init(recogniser.names, recogniser.judged, tape, index, members, &recent, .thorough)
  }

  /// How far the members of a record are examined.
  enum Care: Equatable {
    /// Only its own.
    case own
    /// Its own; those of its values, too, where its own fit this release and others of another major version.
    case beside(ReleaseNumber)
    /// Those of its values, too, if its own leave several major versions, and all if these contradict each other.
    case near
    /// All, if its own leave several major versions, until one of these leads.
    case deciding
    /// All.
    case thorough
  }

  init(
    _ names: ReleaseNames, _ judged: ReleaseSet, _ tape: Tape, _ index: TapeIndex, _ members: ResourceMembers,
    _ recent: inout RecentProfiles, _ care: Care
  ) {
    let type = names.type(at: members.type, tape)
    let owners = type?.pointee.releases ?? names.all
    var claim = ClaimedReleases(names, tape, members, &recent)
    // A release that is known by its version only may have any type.
    if let claimed = claim?.releases, !claimed.isDisjoint(with: names.all), claimed.isDisjoint(with: owners) {
      claim = nil
    }
    claimed = claim?.text ?? TapeIndex.none
    let candidates = claim.map { $0.releases.count == 1 ? $0.releases : $0.releases.intersection(owners) } ?? owners
    self.candidates = candidates
    var signs = MemberSigns(names, judged, tape)
    var isByShape = false
    if case .beside = care { isByShape = !members.hasClaims }
    if candidates.count > 1, let type {
      signs.read(index, type, care == .thorough ? .far : .top)
      switch care {
      case .own, .thorough: break
      case .beside(let nearest):
        let best = signs.best(of: candidates)
        if best.contains(nearest), !best.isSubset(of: names.near(nearest)) {
          signs.read(index, type, .near(depth: 3))
          isByShape = false
        }
      case .near, .deciding:
        let judged = candidates.intersection(judged)
        let (own, best) = (signs.best(of: candidates), signs.best(of: candidates).intersection(judged))
        // One sign alone may be a fault of the record; a document with errors is looked at twice.
        let isSure = care == .deciding || signs.hasSigns && signs.misfits.least(of: candidates, within: 2) == own
        let isDecided = isSure && !best.isEmpty && names.areNear(best)
        if !isDecided { signs.read(index, type, care == .near ? .near(depth: 1) : .deciding(among: judged)) }
        // Where no release has all signs, the others decide, too.
        if care == .near, signs.hasSigns, signs.misfits.minimum(of: candidates) > 0 { signs.read(index, type, .far) }
      }
    }
    var best = signs.best(of: candidates)
    let judged = candidates.intersection(judged)
    if claim == nil, !judged.isEmpty, best.isDisjoint(with: judged), let type {
      // A wrong form is no sign of a release that is not judged.
      signs.readsForms = true
      signs.read(index, type, .far)
      isByShape = false
      best = signs.best(of: candidates)
    }
    // More than one fault in a record is rare: where all releases lack several signs, a name that only one has decides.
    let others = best.subtracting(judged)
    if claim == nil, signs.hasForeignName, !others.isEmpty, signs.misfits.minimum(of: best) > 1 { best = others }
    (misfits, self.isByShape) = (signs.misfits, isByShape)
    othersBySystems = signs.misfitsWithoutSystems?.least(of: candidates).subtracting(best) ?? []
    self.best = best
    if let claim, claim.releases.count == 1 || !signs.hasSigns {
      reason = claim.reason
    } else if best == names.all {
      reason = nil
    } else {
      reason = owners != names.all && best == candidates ? .type : .elements
    }
  }

  /// Whether the record shows the best releases surely: by what it states, by its type, or by at least two signs.
  func isSure(among all: ReleaseSet) -> Bool {
    candidates != all || best != candidates && misfits.least(of: candidates, within: 2) == best
  }

  /// The releases that have all that the record shows.
  var faultless: ReleaseSet { misfits.minimum(of: best) == 0 ? best : [] }

  func release(near nearest: RecognisedRelease?, _ recogniser: ReleaseRecogniser) -> RecognisedRelease {
    guard let reason else { return nearest ?? recogniser.assumed }
    if let nearest {
      if best.contains(nearest.number) {
        let isByErrors = nearest.reason == .errors && !recogniser.names.areNear(best)
        return RecognisedRelease(number: nearest.number, reason: isByErrors ? .errors : reason)
      }
      // All that is there so far fits one of these, too.
      let alike = best.intersection(nearest.alike)
      if !alike.isEmpty { return recogniser.choice(of: alike, reason) }
      // A single sign against the surroundings is a fault of the record, unless its errors show more.
      let lead = misfits[nearest.number] - misfits[ReleaseNumber(best.rawValue.trailingZeroBitCount)]
      if candidates.contains(nearest.number), lead < 2 {
        return RecognisedRelease(
          number: nearest.number, reason: nearest.reason, others: best.intersection(recogniser.judged),
          alike: nearest.alike)
      }
    }
    // Those that contradict it little are compared by errors where it contradicts itself, or hardly shows one.
    let isContradiction = misfits.minimum(of: best) > 0
    let more = isContradiction ? misfits.least(of: candidates, within: 3) : othersBySystems
    return recogniser.choice(of: best, reason, more: more)
  }

  /// The names of the members that are signs of a release: of these, those that the fewest others have.
  package static func elements(
    of release: ReleaseNumber, _ recogniser: ReleaseRecogniser, _ tape: Tape, _ members: ResourceMembers,
    _ index: TapeIndex
  ) -> [String] {
    guard let type = recogniser.names.type(at: members.type, tape) else { return [] }
    var signs = MemberSigns(recogniser.names, recogniser.judged, tape, collects: true)
    signs.read(index, type, .far)
    let own = (signs.keys ?? []).filter { $0.releases.contains(release) }
    let fewest = own.map(\.releases.count).min()
    return own.filter { $0.releases.count == fewest }.map { tape.string($0.key) }
  }
}
