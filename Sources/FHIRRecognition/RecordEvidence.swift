package import FHIRSchema
package import FHIRTape

/// All that a record itself shows of its release.
package struct RecordEvidence {
  /// The releases that the record fits best.
  let best: ReleaseSet
  /// The releases that what it states, and its type, leave.
  private let candidates: ReleaseSet
  /// Whether the record shows them surely: by what it states, by its type, or by at least two signs.
  let isSure: Bool
  /// `nil` if nothing shows a release.
  package let reason: ReleaseReason?
  /// The version or the profile that the record states, `.none` if it states none.
  package let claimed: TapeIndex
  /// For each release, how many signs it does not have.
  let misfits: SIMD8<Int16>
  private let keys: [(key: TapeIndex, releases: ReleaseSet)]?

  /// - Parameter collects: whether the names of the signs are collected.
  package init(
    _ recogniser: ReleaseRecogniser, _ tape: Tape, _ members: ResourceMembers, _ index: TapeIndex, collects: Bool
  ) {
    var recent = RecentNames()
    self.init(recogniser, tape, index, members, &recent, collects: collects)
  }

  init(
    _ recogniser: ReleaseRecogniser, _ tape: Tape, _ index: TapeIndex, _ members: ResourceMembers,
    _ recent: inout RecentNames, collects: Bool = false, _ reaches: [MemberSigns.Reach] = [.far]
  ) {
    let names = recogniser.names
    let type = recent.type(at: members.type, tape, names)?.takeUnretainedValue()
    let owners = type?.releases ?? names.all
    var claim = ClaimedReleases(names, tape, members, &recent)
    // A release that is known by its version only may have any type.
    if let claimed = claim?.releases, !claimed.isDisjoint(with: names.all), claimed.isDisjoint(with: owners) {
      claim = nil
    }
    claimed = claim?.text ?? TapeIndex.none
    candidates = claim.map { $0.releases.count == 1 ? $0.releases : $0.releases.intersection(owners) } ?? owners
    var signs: MemberSigns?
    var (best, leads) = (candidates, false)
    if candidates.count > 1 || collects, let type {
      for reach in reaches {
        let found = MemberSigns(names, tape, index, type, reach, &recent, collects: collects)
        (best, leads) = MemberSigns.best(of: candidates, found.misfits)
        signs = found
        let judged = best.intersection(recogniser.judged)
        if found.hasSigns, !judged.isEmpty, names.areNear(judged) { break }
      }
    }
    (misfits, keys) = (signs?.misfits ?? SIMD8(), signs?.keys)
    (self.best, isSure) = (best, candidates != names.all || leads)
    if let claim, claim.releases.count == 1 || signs?.hasSigns != true {
      reason = claim.reason
    } else if best == names.all {
      reason = nil
    } else {
      reason = owners != names.all && best == candidates ? .type : .elements
    }
  }

  /// The release of the record.
  func release(near nearest: RecognisedRelease?, _ recogniser: ReleaseRecogniser) -> RecognisedRelease {
    guard let reason else { return nearest ?? recogniser.assumed }
    if let nearest {
      if best.contains(nearest.number) { return RecognisedRelease(number: nearest.number, reason: reason) }
      // A single sign against the surroundings is a fault of the record.
      let lead = misfits[Int(nearest.number.rawValue)] - misfits[best.rawValue.trailingZeroBitCount]
      if candidates.contains(nearest.number), lead < 2 { return nearest }
    }
    return recogniser.choice(of: best, reason)
  }

  /// The names of the collected members that are signs of a release.
  package func elements(of release: ReleaseNumber, _ tape: Tape) -> [String] {
    // First what the fewest releases have.
    let own = (keys ?? []).filter { $0.releases.contains(release) }.enumerated()
    return own.sorted { ($0.element.releases.count, $0.offset) < ($1.element.releases.count, $1.offset) }
      .map { tape.string($0.element.key) }
  }
}
