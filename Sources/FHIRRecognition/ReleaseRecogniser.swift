package import FHIRSchema
package import FHIRTape

/// Decides the release of a record, once, before the record is judged.
///
/// The evidence, in order of precedence:
///
/// 1. The release that the caller, or the stub of an export, gives for all records.
/// 2. The version of FHIR that a definition states, or a profile in `meta.profile` that only some releases have.
/// 3. The members of the record: each narrows the releases to those that have it as it stands, by its name and JSON form,
///    as a resource type, or as the target of a reference. Those that lack the fewest are left.
/// 4. The Bundle that contains the record, then the file, as far as they show a release that is judged. A record with a
///    single sign against them keeps theirs, as one foreign element is the most common fault of records; unless as many of
///    them show what it shows, or more show it that are not judged, or it has two errors by theirs and none by another
///    release that it fits.
/// 5. Without any of these, the release of the profiles, guides and definitions that the caller has chosen.
/// 6. The release of which the record, or its file, breaks the fewest rules: see ``ReleaseReason/errors``.
/// 7. Of several that are left, the one with the lowest rank.
///
/// A typical record costs one pass over its own keys. The recogniser looks into nested elements only if those keys and
/// the surroundings leave a doubt, and then at a bounded number of members.
package struct ReleaseRecogniser: Sendable {
  // Used for each record without a retain: the owner of the recogniser keeps the names alive.
  private let unretained: Unmanaged<ReleaseNames>
  let bundles: Unmanaged<BundleTypes>
  private let bundleLengths: UInt64
  /// The release of what the caller has chosen to judge by; `nil` for none.
  private let chosen: ReleaseNumber?
  /// The releases whose records are judged. What a record shows of another one says nothing of its neighbours.
  package let judged: ReleaseSet

  package init(_ names: ReleaseNames, _ bundles: BundleTypes, judged: ReleaseSet, chosen: ReleaseNumber? = nil) {
    unretained = .passUnretained(names)
    self.bundles = .passUnretained(bundles)
    bundleLengths = bundles.lengths
    (self.judged, self.chosen) = (judged, chosen)
  }

  package var names: ReleaseNames { unretained.takeUnretainedValue() }

  package var assumed: RecognisedRelease {
    chosen.map { RecognisedRelease(number: $0, reason: .chosen) } ?? choice(of: judged, .assumed)
  }

  /// The release of a resource or Bundle; its members for type and identity are found unless the caller has them.
  package func recognise(
    _ tape: Tape, _ index: TapeIndex, _ members: inout ResourceMembers, in context: inout ReleaseContext
  ) -> RecognisedRelease {
    let nearest = context.nearest
    if !members.type.exists { members = ResourceMembers(tape, index, findsShape: nearest != nil) }
    // A Bundle is of the release that its entries show, if that release has such a Bundle.
    let isBundle = isBundle(members.type, tape)
    if isBundle, let found = ReleaseSurvey.release(ofBundle: index, tape, self),
      names.type(at: members.type, tape)?.pointee.releases.contains(found.number) ?? true
    {
      return found
    }
    // Beside records of a release that is not judged, own members that fit another one do not decide.
    if let nearest, !isBundle, nearest.alike.isSubset(of: judged) {
      let shape = members.hasClaims || nearest.reason == .errors ? 0 : members.shape
      if shape != 0, let found = context.shapes.release(of: shape, near: nearest) { return found }
      let evidence = evidence(tape, index, members, &context.recent, .beside(nearest.number))
      if evidence.faultless.contains(nearest.number) {
        if shape != 0 { context.shapes.keep(evidence, of: shape) }
        return evidence.release(near: nearest, self)
      }
    }
    let isLone = nearest == nil && index == .root && !context.isThorough
    let care: RecordEvidence.Care = isBundle ? .own : isLone ? .deciding : .thorough
    return evidence(tape, index, members, &context.recent, care).release(near: nearest, self)
  }

  func evidence(
    _ tape: Tape, _ index: TapeIndex, _ members: ResourceMembers, _ recent: inout RecentProfiles,
    _ care: RecordEvidence.Care
  ) -> RecordEvidence {
    unretained._withUnsafeGuaranteedRef { RecordEvidence($0, judged, tape, index, members, &recent, care) }
  }

  /// The release among some that a record shows: one that is judged, if there is any, with the lowest rank.
  ///
  /// - Parameters:
  ///   - more: those that lack little more than these, where none has all that the record shows.
  ///   - alike: those that surroundings show as well.
  func choice(
    of releases: ReleaseSet, _ reason: ReleaseReason, more: ReleaseSet = [], alike: ReleaseSet = []
  ) -> RecognisedRelease {
    let pool = releases.isDisjoint(with: judged) ? releases : releases.intersection(judged)
    if let chosen, pool.contains(chosen) { return RecognisedRelease(number: chosen, reason: reason) }
    return unretained._withUnsafeGuaranteedRef { names in
      let number = names.ranks.first { pool.contains($0) } ?? ReleaseNumber(pool.rawValue.trailingZeroBitCount)
      let (near, judgedPool) = (names.near(number), pool.intersection(judged))
      return RecognisedRelease(
        number: number, reason: reason,
        others: (judged.contains(number) ? judgedPool.union(more.intersection(judged)) : judgedPool).subtracting(near),
        alike: judgedPool.intersection(near).union(alike))
    }
  }

  package static func resource(ofEntry entry: TapeIndex, _ tape: Tape) -> TapeIndex? {
    tape.member("resource", of: entry).flatMap { tape.tag($0) == .object ? $0 : nil }
  }

  /// The resource of a record that the reader has read; `nil` for an entry without one, and for what holds the entries.
  package static func resource(of place: RecordPlace, _ tape: Tape) -> TapeIndex? {
    switch place.role {
    case .entry: resource(ofEntry: .root, tape)
    case .envelope: nil
    case .document, .element, .line: .root
    }
  }

  @inline(__always) package func isBundle(_ typeIndex: TapeIndex, _ tape: Tape) -> Bool {
    guard typeIndex.exists else { return false }
    // Most types have another length.
    if tape.tag(typeIndex) == .string, bundleLengths & 1 << UInt64(min(tape.length(typeIndex), 63)) == 0 {
      return false
    }
    return bundles.takeUnretainedValue().contains(typeIndex, of: tape)
  }
}

extension BundleTypes { package static let published = BundleTypes(ReleaseNames.published.bundleTypes) }
