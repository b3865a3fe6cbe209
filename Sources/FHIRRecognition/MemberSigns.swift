import FHIRSchema
import FHIRTape

/// What the members of a record show of its release. A member is a sign of the releases that have it as it stands, by
/// its name and JSON form, if not all have. Each counts once in a record in each form, however often it is there.
struct MemberSigns: ~Copyable {
  /// For each release, how many of the signs it does not have.
  private(set) var misfits = ReleaseCounts()
  private(set) var hasSigns = false
  /// As ``misfits``, without the code systems, if they tell anything: a record may name one as another release writes it.
  private(set) var misfitsWithoutSystems: ReleaseCounts?
  /// Whether there is a member whose name no judged release has.
  private(set) var hasForeignName = false
  private(set) var keys: [(key: TapeIndex, releases: ReleaseSet)]?
  /// The ordinals and forms of counted members: the first ones, for which most records need no memory, and the others.
  private var (firstSeen, countOfSeen) = (SIMD16<UInt32>(), 0)
  private var otherSeen: [UInt32] = []
  /// A bit for each of them, which shows most members to be new; of one type alone, exactly one for each member.
  private var seenBits: UInt64 = 0
  /// The releases that have all code systems, none if these contradict each other, and all comments: each is one sign.
  private var (systems, comments): (ReleaseSet, ReleaseSet)
  /// How many more members are examined: more of a large record add nothing.
  private var left = 0
  /// The releases to decide between: when those of one major version lead, the reading ends; none to read all.
  private var undecided: ReleaseSet = []
  /// Whether a member in a form that no release has is no sign.
  var readsForms = false
  private let tape: Tape
  // Used for each member without a retain: the recogniser's owner keeps the names alive.
  private let unretained: Unmanaged<ReleaseNames>
  private let (all, judged): (ReleaseSet, ReleaseSet)

  /// How far the members of a record are examined.
  enum Reach {
    /// Only its own.
    case top
    /// Those of the values in it to a depth, too; of a list of values the first two, below them the first.
    case near(depth: Int)
    /// All, up to a large number, and the code systems.
    case far
    /// As far, until those of one major version lead among some releases.
    case deciding(among: ReleaseSet)
  }

  init(_ names: ReleaseNames, _ judged: ReleaseSet, _ tape: Tape, collects: Bool = false) {
    (unretained, all, self.judged, self.tape) = (.passUnretained(names), names.all, judged, tape)
    (systems, comments) = (names.all, [])
    keys = collects ? [] : nil
  }

  mutating func read(_ index: TapeIndex, _ type: JointType.Pointer, _ reach: Reach) {
    (misfits, hasSigns, hasForeignName, seenBits) = (ReleaseCounts(), false, false, 0)
    (countOfSeen, misfitsWithoutSystems) = (0, nil)
    if !otherSeen.isEmpty { otherSeen.removeAll() }
    if keys != nil { keys = [] }
    prepare(type)
    switch reach {
    case .top: readTop(index, type)
    case .near(let depth):
      left = 400
      read(index, type, depth: depth, items: 2)
    case .far, .deciding:
      left = 4000
      if case .deciding(let some) = reach { undecided = some }
      read(index, type, depth: 12, items: .max)
      add(comments, TapeIndex.none)
      let others = misfits
      add(systems, TapeIndex.none)
      if misfits != others { misfitsWithoutSystems = others }
      (systems, comments, undecided) = (all, [], [])
    }
  }

  /// The releases among some that have the most of the signs.
  @inline(__always) func best(of some: ReleaseSet) -> ReleaseSet { hasSigns ? misfits.least(of: some) : some }
  private var names: ReleaseNames { unretained.takeUnretainedValue() }

  @inline(__always) private func prepare(_ type: JointType.Pointer) { if !type.pointee.isRead { names.prepare(type) } }

  // MARK: - Members

  @inline(__always) private mutating func readTop(_ object: TapeIndex, _ type: JointType.Pointer) {
    let (tape, signs) = (tape, type.pointee.signs)
    let end = tape.next(object)
    var key = object.content
    while key < end {
      let value = key.value
      if signs & JointType.bit(tape.lexeme(key).pointee, tape.length(key)) != 0 || tape.tag(key) != .key,
        let member = Self.member(key, of: type, tape)
      {
        addTop(member, key)
      }
      key = tape.next(value)
    }
  }

  /// Adds the signs in an object, and to a depth those in the values of its members.
  private mutating func read(_ object: TapeIndex, _ type: JointType.Pointer, depth: Int, items: Int) {
    let (tape, bits) = (tape, depth > 0 ? type.pointee.signs | type.pointee.steps : type.pointee.signs)
    let commentBits = unretained._withUnsafeGuaranteedRef { $0.commentBits }
    let end = tape.next(object)
    var key = object.content
    while key < end, left > 0 {
      left &-= 1
      let value = key.value
      let bit = JointType.bit(tape.lexeme(key).pointee, tape.length(key))
      if bits & bit != 0 || tape.tag(key) != .key, let member = Self.member(key, of: type, tape) {
        if member.pointee.forms != 0 { add(member, key) }
        if member.pointee.isReference {
          addReference(value, key)
        } else if depth > 0, tape.isContainer(value) {
          readValues(value, member, depth: depth - 1, items: items)
        }
      } else if items == .max {
        if commentBits & bit != 0 {
          tape.withText(key) { comments.formUnion(names.comments.releases(having: $0)) }
        } else if tape.isContainer(value), tape.lexeme(key).pointee == UInt8(ascii: "_") {
          readComments(value)
        }
      }
      if items == .max, bit == Self.systemBit || tape.tag(key) != .key, tape.isKey(key, "system"),
        Self.form(ofItem: value, tape) == .string
      {
        let releases = tape.withText(value) { names.systems.releases(having: $0) }
        if !releases.isEmpty { systems.formIntersection(releases) }
      }
      key = tape.next(value)
    }
  }

  private static var systemBit: UInt64 { JointType.bit(UInt8(ascii: "s"), 6) }

  /// Adds the members for comments on primitives, which stand in the `_` siblings of these.
  private mutating func readComments(_ sibling: TapeIndex) {
    for part in tape.tag(sibling) == .object ? [sibling] : Array(tape.items(of: sibling))
    where tape.tag(part) == .object {
      for key in tape.keys(of: part) { tape.withText(key) { comments.formUnion(names.comments.releases(having: $0)) } }
    }
  }

  private mutating func readValues(
    _ value: TapeIndex, _ member: UnsafePointer<JointType.Member>, depth: Int, items: Int
  ) {
    var item = tape.tag(value) == .object ? value : value.content
    let end = tape.next(value)
    var rest = items
    while item < end, rest > 0 {
      if tape.tag(item) == .object {
        var content = member.pointee.content
        if member.pointee.holdsResources { content = addResource(ResourceMembers(tape, item)) }
        if let content {
          prepare(content)
          if depth > 0 || content.pointee.signs != 0 {
            read(item, content, depth: depth, items: items == .max ? items : 1)
          }
        }
      }
      item = tape.next(item)
      rest &-= 1
    }
  }

  /// A resource within shows the releases that have its type, and those that it states, for which two signs stand.
  private mutating func addResource(_ members: ResourceMembers) -> JointType.Pointer? {
    let type = names.type(at: members.type, tape)
    if let type { add(type.pointee.releases, TapeIndex.none) }
    var recent = RecentProfiles()
    if members.hasClaims, let claim = ClaimedReleases(names, tape, members, &recent) {
      for _ in 0..<2 { add(claim.releases, TapeIndex.none) }
    }
    return type
  }

  @inline(__always) private mutating func addTop(_ member: UnsafePointer<JointType.Member>, _ key: TapeIndex) {
    let bit = 1 &<< UInt64(truncatingIfNeeded: member.pointee.slot)
    if member.pointee.forms == 0 || seenBits & bit != 0 { return }
    seenBits |= bit
    add(member.pointee.releases(having: Self.form(of: key.value, tape), isExact: readsForms), key)
  }

  private mutating func add(_ member: UnsafePointer<JointType.Member>, _ key: TapeIndex) {
    let form = Self.form(of: key.value, tape)
    let mark = (UInt32(member.pointee.ordinal) + 1) << 4 | UInt32(form?.rawValue ?? 15)
    let bit = 1 &<< UInt64(truncatingIfNeeded: (mark &>> 4) &* 5 &+ mark)
    if seenBits & bit != 0, hasSeen(mark) { return }
    seenBits |= bit
    if countOfSeen < 16 { firstSeen[countOfSeen] = mark } else { otherSeen.append(mark) }
    countOfSeen &+= 1
    if member.pointee.releases(having: nil).isDisjoint(with: judged) { hasForeignName = true }
    add(member.pointee.releases(having: form, isExact: readsForms), key)
  }

  private func hasSeen(_ mark: UInt32) -> Bool {
    (0..<min(countOfSeen, 16)).contains { firstSeen[$0] == mark } || otherSeen.contains(mark)
  }

  private mutating func add(_ releases: ReleaseSet, _ key: TapeIndex) {
    guard releases != all, !releases.isEmpty else { return }
    hasSigns = true
    misfits.add(1, to: all.subtracting(releases))
    if key.exists { keys?.append((key, releases)) }
    if undecided.isEmpty { return }
    let leaders = misfits.least(of: undecided)
    if names.areNear(leaders), !misfits.least(of: all).isDisjoint(with: leaders) { left = 0 }
  }

  /// A reference shows the releases that have the type of its target, if not all have it.
  private mutating func addReference(_ value: TapeIndex, _ key: TapeIndex) {
    let (tape, names) = (tape, names)
    let releases = tape.withText(value) { text -> ReleaseSet in
      // TYPE/ID, maybe with a server before it and a version behind it; a fragment and a URN name no type.
      guard let bytes = text.baseAddress, text.count > 4, bytes[0] != UInt8(ascii: "#"), bytes[3] != UInt8(ascii: ":")
      else { return [] }
      func slash(before end: Int) -> Int { Bytes.last(UInt8(ascii: "/"), of: bytes, before: end) }
      var end = slash(before: text.count)
      var start = slash(before: end) + 1
      if end - start == 8, bytes[start] == UInt8(ascii: "_") {
        end = slash(before: start - 1)
        start = slash(before: end) + 1
      }
      guard end > start else { return [] }
      return names.type(named: UnsafeBufferPointer(start: bytes + start, count: end - start))?.pointee.releases ?? []
    }
    add(releases, key)
  }

  /// The releases that have a member as it stands; empty if it tells nothing.
  static func releases(having key: TapeIndex, of type: JointType.Pointer, _ tape: Tape) -> ReleaseSet {
    member(key, of: type, tape)?.pointee.releases(having: form(of: key.value, tape), isExact: true) ?? []
  }

  @inline(__always) private static func member(
    _ key: TapeIndex, of type: JointType.Pointer, _ tape: Tape
  ) -> UnsafePointer<JointType.Member>? {
    tape.tag(key) == .key ? type.pointee.member(tape.lexeme(key), tape.length(key)) : escapedMember(key, of: type, tape)
  }

  @inline(never) private static func escapedMember(
    _ key: TapeIndex, of type: JointType.Pointer, _ tape: Tape
  ) -> UnsafePointer<JointType.Member>? {
    guard tape.length(key) < 400 else { return nil }
    return tape.withText(key) { name in name.baseAddress.flatMap { type.pointee.member($0, name.count) } }
  }

  /// The form of a value; `nil` for a null and for an empty array, which match every form.
  @inline(__always) private static func form(of value: TapeIndex, _ tape: Tape) -> MemberForm? {
    switch tape.tag(value) {
    case .string: .string
    case .object: .object
    case .array: value.content < tape.next(value) ? form(ofItem: value.content, tape)?.repeated : nil
    default: form(ofItem: value, tape)
    }
  }

  private static func form(ofItem value: TapeIndex, _ tape: Tape) -> MemberForm? {
    switch tape.tag(value) {
    case .null, .key, .escapedKey, .array: nil
    case .true, .false: .boolean
    case .integer, .decimal, .exponent: .number
    case .string, .escapedString: .string
    case .object: .object
    }
  }
}
