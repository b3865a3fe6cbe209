/// What all releases have under the name of one type, or of one element with members: the members that tell releases
/// apart, and those that lead to such members.
package final class JointType: @unchecked Sendable {
  // @unchecked: written under the lock of `ReleaseNames`, before any other thread has it, and never changed afterwards.

  /// A member by its name in JSON.
  package struct Member {
    let head: UInt64
    let tail: UInt64
    let name: UnsafePointer<UInt8>
    let length: Int
    /// The releases that have it, one byte for each ``MemberForm``; 0 if all have it in the same forms.
    package let forms: UInt64
    /// What its values have as members; `nil` if nothing in them tells releases apart.
    package fileprivate(set) var content: Unmanaged<JointType>?
    /// Whether its values are resources, which name their types.
    package let holdsResources: Bool
    /// Whether its value names the type of another resource.
    package let isReference: Bool

    /// Its number among the members of all types.
    package let ordinal: UInt16
    /// Its number among the members of its type.
    package fileprivate(set) var slot: UInt8 = 0

    init(_ draft: MemberDraft, _ content: JointType?, of type: JointType, ordinal: Int) {
      // A word or an allocated name has at least eight readable bytes.
      name = draft.name.baseAddress.unsafelyUnwrapped
      length = draft.name.count
      (head, tail) = (NameHash.head(name, length), NameHash.tail(name, length))
      forms = draft.tells(type.releases) ? draft.forms : 0
      self.content = content.map { .passUnretained($0) }
      (holdsResources, isReference) = (draft.holdsResources, draft.isReference)
      self.ordinal = UInt16(truncatingIfNeeded: ordinal)
    }

    fileprivate var tells: Bool { forms != 0 || holdsResources || isReference }

    /// The releases that have the member as it stands; empty if it tells nothing.
    @inline(__always)
    package func releases(having form: MemberForm?) -> ReleaseSet {
      guard forms != 0, let form else { return Self.all(in: forms) }
      let exact = UInt8(truncatingIfNeeded: forms &>> (UInt64(form.rawValue) &* 8))
      if exact != 0 { return ReleaseSet(rawValue: exact) }
      // A value of another kind: whether it is a list counts, else the name.
      let alike = Self.all(in: form.isList ? forms &>> 32 : forms & 0xFFFF_FFFF)
      return alike.isEmpty ? Self.all(in: forms) : alike
    }

    private static func all(in forms: UInt64) -> ReleaseSet {
      let pairs = forms | forms &>> 32
      let fours = pairs | pairs &>> 16
      return ReleaseSet(rawValue: UInt8(truncatingIfNeeded: fours | fours &>> 8))
    }
  }

  /// The releases that have the type.
  package let releases: ReleaseSet
  /// The bits of the names that tell releases apart: see ``bit(_:_:)``.
  package private(set) var signs: UInt64 = 0
  /// The bits of the names whose values may hold such names.
  package private(set) var steps: UInt64 = 0
  /// Whether a member, or a member of one, tells releases apart.
  private var isTelling = false
  /// The members, until ``finish()``.
  private var drafts: [Member] = []
  private var members = UnsafePointer<Member>(bitPattern: 8).unsafelyUnwrapped
  /// For each length of a name the first member with it; the members are sorted by length.
  private var starts = UnsafePointer<UInt16>(bitPattern: 8).unsafelyUnwrapped
  private static let longest = 63

  init(_ releases: ReleaseSet) { self.releases = releases }

  /// Sets the members; called once.
  func set(_ members: [Member]) { drafts = members }

  /// Notes whether something below tells releases apart; the caller repeats this for all types until nothing changes.
  func noteTelling() -> Bool {
    if isTelling { return false }
    isTelling = drafts.contains { $0.tells || $0.content?._withUnsafeGuaranteedRef(\.isTelling) ?? false }
    return isTelling
  }

  /// Forgets what tells nothing; called once all types have noted.
  func finish() {
    for place in drafts.indices where !(drafts[place].content?._withUnsafeGuaranteedRef(\.isTelling) ?? false) {
      drafts[place].content = nil
    }
    var kept = drafts.filter { $0.length <= Self.longest && ($0.tells || $0.content != nil) }
      .sorted { $0.length < $1.length }
    for place in kept.indices { kept[place].slot = UInt8(truncatingIfNeeded: place) }
    drafts = []
    var counts = [UInt16](repeating: 0, count: Self.longest + 2)
    for member in kept {
      counts[member.length + 1] += 1
      let bit = Self.bit(UInt8(truncatingIfNeeded: member.head), member.length)
      if member.forms != 0 { signs |= bit }
      if member.content != nil || member.holdsResources || member.isReference { steps |= bit }
    }
    for length in 1..<counts.count { counts[length] += counts[length - 1] }
    (members, starts) = (kept.immortal(), counts.immortal())
  }

  /// The bit of a name: one bit rules out most names.
  @inline(__always)
  package static func bit(_ first: UInt8, _ length: Int) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: Int(first) &* 17 &+ length)
  }

  /// The member with a name, `nil` for none.
  ///
  /// - Parameter name: a text with at least eight readable bytes, whatever the length.
  @inline(__always)
  package func member(_ name: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<Member>? {
    guard length <= Self.longest else { return nil }
    let head = NameHash.head(name, length)
    var place = Int(starts[length])
    let end = Int(starts[length &+ 1])
    while place < end {
      let member = members + place
      if member.pointee.head == head, member.pointee.tail == NameHash.tail(name, length),
        length <= 16 || SchemaRows.isEqual(member.pointee.name, name, from: 8, to: length &- 8)
      {
        return member
      }
      place &+= 1
    }
    return nil
  }
}
