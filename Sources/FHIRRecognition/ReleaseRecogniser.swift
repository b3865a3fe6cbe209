package import FHIRSchema
package import FHIRTape
import FHIRView

/// Decides the release of a record, once, before the record is judged.
///
/// The evidence, in order of precedence:
///
/// 1. The release that the caller, or the stub of an export, gives for all records.
/// 2. A profile in `meta.profile` that belongs to one release, unless another profile belongs to another release.
/// 3. A resource type that only one release has.
/// 4. At least two more members that only this release has than members that only another has. A member counts if one
///    release alone has it, or has it in this JSON form: a `category` that is an array in one release is one object in
///    another. See ``ReleaseSigns``.
/// 5. The Bundle that contains the record, then the file, then the source, as far as they show a release that is judged.
/// 6. One member more, which alone may be a fault: one foreign element is the most common fault of records. It
///    outweighs neither the surroundings nor a member that only the other release has.
/// 7. Codes that only the required value sets of one release have, where all releases have the element.
/// 8. Without any of these, the only release of the profiles, guides and definitions that the caller has chosen.
/// 9. For a record that is alone in its input, or in its Bundle: what it, or its entry, lacks, if all other releases
///    require it and this one does not. This is the weakest evidence, since a faulty record lacks elements, too: one
///    that has some of what only the other release requires shows nothing.
/// 10. The default release.
///
/// A typical record costs one pass over its own keys. The recogniser looks into nested elements only if those keys and
/// the surroundings leave a doubt, and then at a bounded number of members. It allocates only for keys with escapes.
package struct ReleaseRecogniser: Sendable {
  // Used for each record without a retain: the owner of the recogniser keeps the distinctions alive.
  let distinctions: Unmanaged<ReleaseDistinctions>
  let rows: DistinctionRows
  let bundles: Unmanaged<BundleTypes>
  private let bundleLengths: UInt64
  /// The release without any evidence.
  let assumed: RecognisedRelease
  /// The releases whose records are judged. What a record shows of another release says nothing of its neighbours: a
  /// record without signs is judged, whatever stands beside it.
  let judged: ReleaseSet

  /// - Parameter judged: the releases that surroundings may show.
  package init(
    _ distinctions: ReleaseDistinctions, _ bundles: BundleTypes, assumed: RecognisedRelease,
    judged: ReleaseSet = ReleaseSet(rawValue: .max)
  ) {
    self.judged = judged
    self.bundles = .passUnretained(bundles)
    bundleLengths = bundles.lengths
    self.distinctions = .passUnretained(distinctions)
    rows = distinctions.rows
    self.assumed = assumed
  }

  package var known: ReleaseDistinctions { distinctions.takeUnretainedValue() }

  /// The release of the resource at `index`.
  ///
  /// For a Bundle, use ``bundle(_:_:typeIndex:in:)``.
  ///
  /// - Parameter typeIndex: the tape index of its type.
  package func recognise(
    _ tape: Tape, _ index: TapeIndex, typeIndex: TapeIndex, in context: borrowing ReleaseContext
  ) -> RecognisedRelease {
    let nearest = context.nearest
    if let nearest {
      var members = ResourceMembers()
      if let found = agreed(tape, index, likelyType: typeIndex, &members, nearest) { return found }
    }
    return search(tape, index, typeIndex: typeIndex, nearest, isAlone: context.isAlone)
  }

  /// The release of the resource at `index`, which may be a Bundle, and the members that callers need: one pass usually
  /// finds both.
  package func recognise(
    _ tape: Tape, _ index: TapeIndex, _ members: inout ResourceMembers, in context: inout ReleaseContext
  ) -> RecognisedRelease {
    let nearest = context.nearest
    if let nearest {
      let likely = ResourceMembers.likelyType(of: index, tape, fromEnd: context.typeFromEnd)
      if let found = agreed(tape, index, likelyType: likely, &members, nearest) { return found }
    }
    members = ResourceMembers(tape, index)
    if members.type.exists { context.typeFromEnd = members.typeFromEnd(of: index, tape) }
    return members.type.exists && isBundle(members.type, tape)
      ? bundle(tape, index, typeIndex: members.type, in: context)
      : search(tape, index, typeIndex: members.type, nearest, isAlone: false)
  }

  /// The release of a record whose signs agree, or that has none; `nil` for any other, and for a Bundle.
  ///
  /// Most records of a file are of its release, and show it in their top-level members.
  ///
  /// - Parameters:
  ///   - likely: the probable place of the type, which decides which names count.
  ///   - members: the members found in the same pass; none if there was no pass.
  @inline(never)
  private func agreed(
    _ tape: Tape, _ index: TapeIndex, likelyType likely: TapeIndex, _ members: inout ResourceMembers,
    _ nearest: RecognisedRelease
  ) -> RecognisedRelease? {
    guard var signs = AgreeingSigns(rows, tape, type: likely), !isBundle(likely, tape) else { return nil }
    members = ResourceMembers(tape, index, others: signs.names) { signs.add($0, tape) }
    guard members.type == likely, !members.profiles.exists else { return nil }
    return signs.hasSigns ? signs.release(around: nearest) : lookDeeper(tape, index, type: signs.type, nearest)
  }

  /// The release of a record without signs at its top.
  @inline(never)
  private func lookDeeper(
    _ tape: Tape, _ index: TapeIndex, type: UInt16, _ nearest: RecognisedRelease
  ) -> RecognisedRelease {
    var signs = ReleaseSigns(self, tape, index, withoutSigns: type)
    signs.lookDeeper(isNear: true)
    return signs.sure ?? nearest
  }

  /// The release of a record by all of its evidence.
  @inline(never)
  private func search(
    _ tape: Tape, _ index: TapeIndex, typeIndex: TapeIndex, _ nearest: RecognisedRelease?, isAlone: Bool
  ) -> RecognisedRelease {
    var signs = ReleaseSigns(self, tape, index, typeIndex: typeIndex)
    if let nearest {
      if let found = signs.near(nearest) { return found }
    } else if let sure = signs.sure {
      return sure
    }
    signs.lookDeeper(isNear: nearest != nil)
    return signs.sure ?? nearest ?? signs.weak ?? decide(onLittle: signs, isAlone: isAlone)
  }

  /// The release of a record without surroundings that shows no release by its elements.
  @inline(never)
  private func decide(onLittle signs: borrowing ReleaseSigns, isAlone: Bool) -> RecognisedRelease {
    if let codes = signs.codes { return codes }
    return (isAlone && assumed.reason == .assumed ? signs.requirements : nil) ?? assumed
  }

  /// The release of a Bundle that is whole on the tape: the release that its entries show, else its own. If it is one
  /// that is not judged, all entries show one.
  ///
  /// A Bundle among the entries is treated like any other record, so nested Bundles take time linear in their bytes.
  package func bundle(_ tape: Tape, _ index: TapeIndex, typeIndex: TapeIndex, in context: borrowing ReleaseContext)
    -> RecognisedRelease
  {
    if let entries = tape.member("entry", of: index), tape.tag(entries) == .array {
      var survey = ReleaseSurvey(self)
      var entry = entries.content
      while entry < tape.next(entries) {
        if let resource = Self.resource(ofEntry: entry, tape), survey.add(tape, resource) { break }
        entry = tape.next(entry)
      }
      if let found = survey.found ?? survey.foreign { return RecognisedRelease(number: found, reason: .bundle) }
    }
    return recognise(tape, index, typeIndex: typeIndex, in: context)
  }

  /// The tape index of the resource that an entry holds.
  package static func resource(ofEntry entry: TapeIndex, _ tape: Tape) -> TapeIndex? {
    tape.member("resource", of: entry).flatMap { tape.tag($0) == .object ? $0 : nil }
  }

  /// Whether a type is the Bundle type.
  @inline(__always)
  package func isBundle(_ typeIndex: TapeIndex, _ tape: Tape) -> Bool {
    // Most types have another length.
    if tape.tag(typeIndex) == .string, bundleLengths & 1 << UInt64(min(tape.length(typeIndex), 63)) == 0 {
      return false
    }
    return bundles.takeUnretainedValue().contains(typeIndex, of: tape)
  }

  // MARK: - Evidence

  /// The first profile of a record that belongs to a release.
  package func profile(_ tape: Tape, _ index: TapeIndex, of release: ReleaseNumber) -> String? {
    ProfileClaims(known, tape, index).text(of: release, tape)
  }

  /// The names of the members of a record that are signs of a release and not of all others.
  package func signs(_ tape: Tape, _ index: TapeIndex, of release: ReleaseNumber) -> [String] {
    ReleaseSigns.names(self, tape, index, of: release)
  }
}
