import Synchronization

/// What all releases have under the name of one type, or of one element with members: the members that tell releases
/// apart, and those that lead to such members.
///
/// Most records show their release by their own members. So a type is prepared in two stages, each when a record first
/// needs it: see ``Stage``.
package final class JointType: @unchecked Sendable {
  // @unchecked: what a stage adds is written under the lock of `ReleaseNames` before the stage is reached.

  /// How much of a type is prepared.
  package enum Stage: UInt8, AtomicRepresentable, Comparable {
    /// Only its name.
    case named
    /// Its own members.
    case read
    /// Those of its values, too, and so which members lead to others that tell releases apart.
    case linked

    package static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  /// A member by its name in JSON.
  package struct Member {
    let head: UInt64
    let tail: UInt64
    let name: UnsafePointer<UInt8>
    let length: Int
    /// The releases that have it, one byte for each ``MemberForm``; 0 if all have it in the same forms.
    package let forms: UInt64
    /// The structures of its values in the releases, -1 for none.
    let contents: SIMD8<Int16>
    /// What its values have as members; `nil` if nothing in them tells releases apart, and until the type is linked.
    package fileprivate(set) var content: Unmanaged<JointType>?
    /// Whether its values are resources, which name their types.
    package let holdsResources: Bool
    /// Whether its value names the type of another resource.
    package let isReference: Bool

    /// Its number among the members of all types.
    package let ordinal: UInt16
    /// Its number among the members of its type that tell releases apart.
    package fileprivate(set) var slot: UInt8 = 0

    init(_ draft: MemberDraft, of type: JointType, ordinal: Int) {
      // A word or an allocated name has at least eight readable bytes.
      name = draft.name.baseAddress.unsafelyUnwrapped
      length = draft.name.count
      (head, tail) = (NameHash.head(name, length), NameHash.tail(name, length))
      forms = draft.tells(type.releases) ? draft.forms : 0
      contents = draft.contents
      (holdsResources, isReference) = (draft.holdsResources, draft.isReference)
      self.ordinal = UInt16(truncatingIfNeeded: ordinal)
    }

    fileprivate var tells: Bool { forms != 0 || holdsResources || isReference }
    fileprivate var bit: UInt64 { JointType.bit(UInt8(truncatingIfNeeded: head), length) }

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

  /// The structures of the releases, -1 for none.
  let structures: SIMD8<Int16>
  /// The releases that have the type.
  package let releases: ReleaseSet
  private let reached = Atomic(Stage.named)
  /// The bits of the names that tell releases apart, themselves or by the resource that they refer to: see ``bit(_:_:)``.
  package private(set) var signs: UInt64 = 0
  /// The bits of the names whose values may hold such names, once the type is linked.
  package private(set) var steps: UInt64 = 0
  /// Whether a member, or a member of one, tells releases apart.
  private var isTelling = false
  private var members = UnsafeMutableBufferPointer<Member>(start: nil, count: 0)
  /// For each length of a name the first member with it; the members are sorted by length.
  private var starts = UnsafePointer<UInt16>(bitPattern: 8).unsafelyUnwrapped
  private static let longest = 63

  init(_ structures: SIMD8<Int16>) {
    self.structures = structures
    releases = (0..<8).reduce(into: []) { if structures[$1] >= 0 { $0.insert(ReleaseSet(ReleaseNumber($1))) } }
  }

  /// How much of it is prepared.
  @inline(__always)
  package var stage: Stage { reached.load(ordering: .acquiring) }

  /// Sets the members; those that neither tell releases apart nor have members are left out.
  func read(_ members: [Member]) {
    var kept = members.filter { $0.length <= Self.longest && ($0.tells || $0.contents.max() >= 0) }
      .sorted { $0.length < $1.length }
    var counts = [UInt16](repeating: 0, count: Self.longest + 2)
    var slot: UInt8 = 0
    for place in kept.indices {
      counts[kept[place].length + 1] += 1
      if kept[place].forms != 0 || kept[place].isReference { signs |= kept[place].bit }
      if kept[place].forms == 0 { continue }
      kept[place].slot = slot
      slot &+= 1
    }
    for length in 1..<counts.count { counts[length] += counts[length - 1] }
    self.members = .allocate(capacity: kept.count)
    _ = self.members.initialize(from: kept)
    starts = counts.immortal()
    reached.store(.read, ordering: .releasing)
  }

  /// Sets what the values of its members have; the caller links these as well.
  func link(_ content: (SIMD8<Int16>) -> JointType) {
    for place in members.indices where members[place].contents.max() >= 0 {
      members[place].content = .passUnretained(content(members[place].contents))
    }
  }

  /// Notes whether something below tells releases apart; the caller repeats this for all types until nothing changes.
  func noteTelling() -> Bool {
    if isTelling { return false }
    isTelling = members.contains { $0.tells || $0.content?._withUnsafeGuaranteedRef(\.isTelling) ?? false }
    return isTelling
  }

  /// Forgets what tells nothing; called once all types have noted.
  func finish() {
    for place in members.indices {
      if !(members[place].content?._withUnsafeGuaranteedRef(\.isTelling) ?? false) { members[place].content = nil }
      let member = members[place]
      if member.content != nil || member.holdsResources { steps |= member.bit }
    }
    reached.store(.linked, ordering: .releasing)
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
      let member = UnsafePointer(members.baseAddress.unsafelyUnwrapped + place)
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
