import FHIRSchema
import FHIRView
import FHIRTape

/// The signs of a release that the members of a record give, and what its type and profiles say.
///
/// A member is a sign of the releases that have it in its JSON form where not all have it. Each counts one, however often
/// it is repeated. ``lookDeeper()`` adds the members of nested elements, and code systems that only one release has.
struct ReleaseSigns {
  /// What decides by itself.
  var decided: RecognisedRelease?
  /// The signs of each release.
  var scores = SIMD8<Int16>()
  /// How many more members are looked at: a record has fewer, and the rest of a larger one tells nothing new.
  var left = 200
  /// The type whose members those of the record are, 0 for none that is known.
  var type: UInt16 = 0
  /// Who wants the names of the signs of a release.
  let wanted: (release: ReleaseNumber, names: UnsafeMutablePointer<[String]>)?
  let distinctions: Unmanaged<ReleaseDistinctions>
  let rows: DistinctionRows
  let tape: Tape
  let index: Int

  /// Looks at the type, the profiles and the members of a resource.
  ///
  /// - Parameter typeIndex: the tape index of what it says of its type, -1 for nothing.
  @inline(__always)
  init(_ recogniser: ReleaseRecogniser, _ tape: Tape, _ index: Int, typeIndex: Int) {
    self.init(recogniser, tape, index, typeIndex: typeIndex, wanted: nil)
  }

  /// As ``init(_:_:_:typeIndex:)``, finding on the same pass what others ask of the resource.
  ///
  /// - Parameter likely: where the type may stand; where it does not, a second pass is needed.
  @inline(__always)
  init(
    _ recogniser: ReleaseRecogniser, _ tape: Tape, _ index: Int, _ members: inout ResourceMembers,
    likelyType likely: Int
  ) {
    (self.tape, self.index, wanted) = (tape, index, nil)
    distinctions = recogniser.distinctions
    rows = recogniser.rows
    // Which names count depends on the type.
    var known = findType(likely)
    let holder = type
    var seen: UInt64 = 0
    members = ResourceMembers(tape, index, others: rows.signs(of: holder)) { addMember($0, holder: holder, &seen) }
    if members.type != likely {
      (scores, type) = (.zero, 0)
      known = findType(members.type)
      addMembers(of: index, holder: type)
    }
    decide(recogniser, known: known, meta: members.meta)
  }

  // Inlined, so that it is made where it is used: a copy is half of what an ordinary record costs.
  @inline(__always)
  private init(
    _ recogniser: ReleaseRecogniser, _ tape: Tape, _ index: Int, typeIndex: Int,
    wanted: (release: ReleaseNumber, names: UnsafeMutablePointer<[String]>)?
  ) {
    (self.tape, self.index, self.wanted) = (tape, index, wanted)
    distinctions = recogniser.distinctions
    rows = recogniser.rows
    guard tape.tag(index) == .object else { return }
    let known = findType(typeIndex)
    addMembers(of: index, holder: type)
    decide(recogniser, known: known, meta: tape.member("meta", of: index) ?? -1)
  }

  /// The row of the resource type, -1 for one that tells nothing.
  @inline(__always)
  private mutating func findType(_ typeIndex: Int) -> Int {
    guard typeIndex >= 0, tape.tag(typeIndex) == .string || tape.tag(typeIndex) == .escapedString else { return -1 }
    let known = Self.find(typeIndex, of: ReleaseDistinctions.resourceTypes, tape, rows)
    if known >= 0 { type = rows.rows[known].content }
    return known
  }

  /// Takes what decides alone.
  ///
  /// - Parameters:
  ///   - known: the row of the resource type, -1 for none.
  ///   - meta: the tape index of `meta`, -1 for none.
  @inline(__always)
  private mutating func decide(_ recogniser: ReleaseRecogniser, known: Int, meta: Int) {
    if let release = ProfileClaims.release(recogniser, tape, meta: meta) {
      decided = RecognisedRelease(number: release, reason: .profile)
    } else if known >= 0, case let owners = rows.rows[known].releases(having: .string), owners != rows.all {
      // Of several that are alike the first stands for all.
      decided = owners.common(in: recogniser.known).map { RecognisedRelease(number: $0, reason: .type) }
    }
  }

  /// The names of the members that are signs of a release and not of all others.
  static func names(
    _ recogniser: ReleaseRecogniser, _ tape: Tape, _ index: Int, of release: ReleaseNumber
  ) -> [String] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { names in
      var signs = ReleaseSigns(
        recogniser, tape, index, typeIndex: ResourceView(tape, index).typeIndex ?? -1, wanted: (release, names))
      if signs.sure == nil { signs.lookDeeper() }
    }
    return names
  }

  // MARK: - What they tell

  /// What the record shows by itself: its type, a profile, or two signs more than of any other release.
  var sure: RecognisedRelease? {
    decided ?? leader(by: 2)
  }

  /// One sign more.
  var weak: RecognisedRelease? { leader(by: 1) }

  /// What the record shows by itself, where that agrees with the release of what is around it, and else that of what is
  /// around; `nil` where one sign speaks for another release, or there is none at its top.
  func near(_ around: RecognisedRelease) -> RecognisedRelease? {
    if let decided { return decided }
    // Without a sign at its top, as a Patient is, a record may be of another release further down.
    if scores == .zero { return nil }
    guard let leader = leader(by: 1) else { return around }
    let isAlike = rows.family(of: Int(leader.number.rawValue)) == rows.family(of: Int(around.number.rawValue))
    return isAlike ? leader : self.leader(by: 2)
  }

  /// The release with so many more signs than any release that is not like it, the first of equals.
  private func leader(by margin: Int16) -> RecognisedRelease? {
    if scores == .zero { return nil }
    let most = scores.max()
    var best = 0
    while scores[best] != most { best &+= 1 }
    let family = rows.family(of: best)
    for number in 0..<rows.releases where scores[number] > most &- margin && rows.family(of: number) != family {
      return nil
    }
    return most >= margin
      ? RecognisedRelease(number: ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: best)), reason: .elements) : nil
  }

  // MARK: - Members

  /// Adds what the members of an object show by their names and forms.
  mutating func addMembers(of object: Int, holder: UInt16) {
    // Copies, so that the loop over all keys of all records need not read them anew.
    let (tape, filter) = (tape, rows.signs(of: holder))
    var (seen, rest) = (UInt64(0), left)
    let end = tape.next(object)
    var key = object &+ 2
    while key < end, rest > 0 {
      let bit = DistinctionRows.bit(tape.lexeme(key).pointee, tape.length(key))
      if filter & bit != 0 || tape.tag(key) != .key { addMember(key, holder: holder, &seen) }
      key = tape.next(key &+ 1)
      rest &-= 1
    }
    left = rest
  }

  /// Adds what a member shows that may be one of its holder's, unless it was there before.
  @inline(__always)
  private mutating func addMember(_ key: Int, holder: UInt16, _ seen: inout UInt64) {
    // Without a holder the names would be those of the resource types.
    let found = holder != 0 ? Self.find(key, of: holder, tape, rows) : -1
    guard found >= 0 else { return }
    let row = rows.rows + found
    let bit = 1 &<< UInt64(row.pointee.ordinal)
    guard seen & bit == 0 else { return }
    if let form = Self.form(of: key &+ 1, tape) {
      add(row.pointee.releases(having: form), key)
    } else {
      add(row.pointee.releasesHavingAnyForm, key)
    }
    seen |= bit
  }

  /// Adds a sign of some releases; `key` is -1 for one that is not a member's.
  mutating func add(_ releases: ReleaseSet, _ key: Int) {
    var rest = releases.rawValue
    while rest != 0 {
      scores[rest.trailingZeroBitCount] &+= 1
      rest &= rest &- 1
    }
    if let wanted, key >= 0, releases.contains(ReleaseSet(wanted.release)) {
      wanted.names.pointee.append(tape.string(key))
    }
  }

  /// The form of a value; `nil` for a null and for an empty array, which are of every form.
  @inline(__always)
  private static func form(of value: Int, _ tape: Tape) -> MemberForm? {
    switch tape.tag(value) {
    case .string: .string
    case .object: .object
    case .array: value + 2 < tape.next(value) ? form(ofItem: value + 2, tape)?.repeated : nil
    default: form(ofItem: value, tape)
    }
  }

  private static func form(ofItem value: Int, _ tape: Tape) -> MemberForm? {
    switch tape.tag(value) {
    case .null, .key, .escapedKey, .array: nil
    case .true, .false: .boolean
    case .integer, .decimal, .exponent: .number
    case .string, .escapedString: .string
    case .object: .object
    }
  }

  /// The row of a key or string among the names of a type, -1 for none.
  @inline(__always)
  static func find(_ text: Int, of holder: UInt16, _ tape: Tape, _ rows: DistinctionRows) -> Int {
    let tag = tape.tag(text)
    if tag == .escapedKey || tag == .escapedString { return findEscaped(text, of: holder, tape, rows) }
    return tape.length(text) < 128 ? rows.find(tape.lexeme(text), tape.length(text), of: holder) : -1
  }

  @inline(never)
  private static func findEscaped(_ text: Int, of holder: UInt16, _ tape: Tape, _ rows: DistinctionRows) -> Int {
    guard tape.length(text) < 128 * 6 else { return -1 }
    let name = Array(tape.string(text).utf8)
    return (name + [UInt8](repeating: 0, count: Bytes.padding)).withUnsafeBufferPointer { padded in
      guard let start = padded.baseAddress, name.count < 128 else { return -1 }
      return rows.find(start, name.count, of: holder)
    }
  }
}
