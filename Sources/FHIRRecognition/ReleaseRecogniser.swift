package import FHIRSchema
package import FHIRTape
import FHIRView

/// Decides which release a record is of, once, before it is judged.
///
/// What counts, in this order:
///
/// 1. What somebody said of all records: the caller, or the stub of an export.
/// 2. A profile in `meta.profile` that belongs to one release, unless another one belongs to another.
/// 3. A resource type that only one release has.
/// 4. Two members more that only this release has than such that only another has. A member counts where a release alone
///    has it, or has it in this JSON form: a `category` that is an array in one release is one object in another. See
///    ``ReleaseSigns``.
/// 5. The Bundle around, then the file, then the source.
/// 6. One member more, which alone may be a fault: one foreign element is the most common fault of records. So it does
///    not outweigh what is around, nor a member that only the other release has.
/// 7. Nothing told, and the assumed release is taken.
///
/// The usual record costs one pass over its own keys. Only where that and what is around leave a doubt, the recogniser
/// looks into nested elements. It allocates nothing but for keys with escapes, and looks at a bounded number of members.
package struct ReleaseRecogniser: Sendable {
  // Asked of each record, without a retain: whoever has the recogniser keeps them.
  let distinctions: Unmanaged<ReleaseDistinctions>
  let rows: DistinctionRows
  /// What is taken where nothing tells.
  private let assumed: RecognisedRelease

  package init(_ distinctions: ReleaseDistinctions, assumed: RecognisedRelease) {
    self.distinctions = .passUnretained(distinctions)
    rows = distinctions.rows
    self.assumed = assumed
  }

  package var known: ReleaseDistinctions { distinctions.takeUnretainedValue() }

  /// The release of the resource at `index`.
  ///
  /// Of a Bundle it is asked what ``bundle(_:_:typeIndex:in:)`` says instead.
  ///
  /// - Parameter typeIndex: the tape index of what it says of its type.
  package func recognise(
    _ tape: Tape, _ index: Int, typeIndex: Int, in context: borrowing ReleaseContext
  ) -> RecognisedRelease {
    decide(ReleaseSigns(self, tape, index, typeIndex: typeIndex), context.nearest)
  }

  /// The release of the resource at `index`, which may be a Bundle, and the members that others ask for: one pass finds
  /// both.
  package func recognise(
    _ tape: Tape, _ index: Int, _ members: inout ResourceMembers, in context: inout ReleaseContext
  ) -> RecognisedRelease {
    let likely = ResourceMembers.likelyType(of: index, tape, fromEnd: context.typeFromEnd)
    let signs = ReleaseSigns(self, tape, index, &members, likelyType: likely)
    if members.type >= 0 { context.typeFromEnd = members.typeFromEnd(of: index, tape) }
    return members.type >= 0 && Self.isBundle(members.type, tape)
      ? bundle(tape, index, typeIndex: members.type, in: context) : decide(signs, context.nearest)
  }

  @inline(__always)
  private func decide(_ signs: consuming ReleaseSigns, _ nearest: RecognisedRelease?) -> RecognisedRelease {
    var signs = signs
    // Most records of a file are of its release, and show it at their top.
    if let nearest {
      if let found = signs.near(nearest) { return found }
    } else if let sure = signs.sure {
      return sure
    }
    signs.lookDeeper(isNear: nearest != nil)
    return signs.sure ?? nearest ?? signs.weak ?? assumed
  }

  /// The release of a Bundle that is whole on the tape: the one that its entries show, else its own.
  ///
  /// A Bundle among the entries is looked at like any other record, so that Bundles within Bundles take no more time than
  /// their bytes.
  package func bundle(_ tape: Tape, _ index: Int, typeIndex: Int, in context: borrowing ReleaseContext)
    -> RecognisedRelease
  {
    if let entries = tape.member("entry", of: index), tape.tag(entries) == .array {
      var survey = ReleaseSurvey(self)
      var entry = entries + 2
      while entry < tape.next(entries) {
        if let resource = Self.resource(ofEntry: entry, tape), survey.add(tape, resource) { break }
        entry = tape.next(entry)
      }
      if let found = survey.found { return RecognisedRelease(number: found, reason: .bundle) }
    }
    return recognise(tape, index, typeIndex: typeIndex, in: context)
  }

  /// The tape index of the resource that an entry holds.
  package static func resource(ofEntry entry: Int, _ tape: Tape) -> Int? {
    tape.member("resource", of: entry).flatMap { tape.tag($0) == .object ? $0 : nil }
  }

  /// Whether a type is that of Bundles.
  package static func isBundle(_ typeIndex: Int, _ tape: Tape) -> Bool {
    switch tape.tag(typeIndex) {
    case .string: tape.length(typeIndex) == 6 && tape.string(typeIndex, equals: "Bundle")
    case .escapedString: tape.string(typeIndex, equals: "Bundle")
    default: false
    }
  }

  // MARK: - What shows it

  /// The first profile of a record that belongs to a release.
  package func profile(_ tape: Tape, _ index: Int, of release: ReleaseNumber) -> String? {
    ProfileClaims(known, tape, index).text(of: release, tape)
  }

  /// The names of the members of a record that are signs of a release and not of all others.
  package func signs(_ tape: Tape, _ index: Int, of release: ReleaseNumber) -> [String] {
    ReleaseSigns.names(self, tape, index, of: release)
  }
}
