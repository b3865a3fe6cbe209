import FHIRSchema
import FHIRView
import FHIRTape

/// The signs of a release that the members of a record give, and what its type and profiles say.
///
/// A member is a sign of the releases that have it in its JSON form where not all have it. Each counts one, however often
/// it is repeated. ``lookDeeper()`` adds the members of nested elements, and code systems that only one release has.
struct ReleaseSigns {
  /// What decides by itself.
  private var decided: RecognisedRelease?
  /// The signs of each release.
  private var scores = SIMD8<Int16>()
  /// How many more members are looked at: a record has fewer, and the rest of a larger one tells nothing new.
  private var left = 200
  /// The type whose members those of the record are, 0 for none that is known.
  private var type: UInt16 = 0
  /// Who wants the names of the signs of a release.
  private let wanted: (release: ReleaseNumber, names: UnsafeMutablePointer<[String]>)?
  private let distinctions: Unmanaged<ReleaseDistinctions>
  private let rows: DistinctionRows
  private let tape: Tape
  private let index: Int

  /// Looks at the type, the profiles and the members of a resource.
  ///
  /// - Parameter typeIndex: the tape index of what it says of its type, -1 for nothing.
  @inline(__always)
  init(_ recogniser: ReleaseRecogniser, _ tape: Tape, _ index: Int, typeIndex: Int) {
    self.init(recogniser, tape, index, typeIndex: typeIndex, wanted: nil)
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
    var known = -1
    if typeIndex >= 0, tape.tag(typeIndex) == .string || tape.tag(typeIndex) == .escapedString {
      known = Self.find(typeIndex, of: ReleaseDistinctions.resourceTypes, tape, rows)
    }
    type = known >= 0 ? rows.rows[known].content : 0
    let meta = addMembers(of: index, holder: type)
    if meta >= 0, let release = ProfileClaims(recogniser.known, tape, meta: meta).release {
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

  /// Adds what the members of an object show by their names and forms; returns the tape index of `meta`, -1 for none.
  @discardableResult
  private mutating func addMembers(of object: Int, holder: UInt16) -> Int {
    // Copies, so that the loop over all keys of all records need not read them anew.
    let (tape, rows) = (tape, rows)
    var (meta, seen, rest) = (-1, UInt64(0), left)
    let filter = rows.filter(of: holder) | DistinctionRows.bit(UInt8(ascii: "m"), 4)
    let end = tape.next(object)
    var key = object &+ 2
    while key < end, rest > 0 {
      let value = key &+ 1
      let bit = DistinctionRows.bit(tape.lexeme(key).pointee, tape.length(key))
      if filter & bit != 0 || tape.tag(key) != .key {
        let found = Self.find(key, of: holder, tape, rows)
        if found >= 0 {
          let row = rows.rows + found
          let bit = 1 &<< UInt64(row.pointee.ordinal)
          if seen & bit == 0 {
            if let form = Self.form(of: value, tape) {
              add(row.pointee.releases(having: form), key)
            } else {
              add(row.pointee.releasesHavingAnyForm, key)
            }
            seen |= bit
          }
        } else if meta < 0, tape.length(key) == 4 || tape.tag(key) == .escapedKey, tape.string(key, equals: "meta") {
          meta = value
        }
      }
      key = tape.next(value)
      rest &-= 1
    }
    left = rest
    return meta
  }

  /// Adds a sign of some releases; `key` is -1 for one that is not a member's.
  private mutating func add(_ releases: ReleaseSet, _ key: Int) {
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
  private static func form(of value: Int, _ tape: Tape) -> MemberForm? {
    switch tape.tag(value) {
    case .null, .key, .escapedKey: nil
    case .true, .false: .boolean
    case .integer, .decimal, .exponent: .number
    case .string, .escapedString: .string
    case .object: .object
    case .array: value + 2 < tape.next(value) ? form(of: value + 2, tape)?.repeated : nil
    }
  }

  /// The row of a key or string among the names of a type, -1 for none.
  @inline(__always)
  private static func find(_ text: Int, of holder: UInt16, _ tape: Tape, _ rows: DistinctionRows) -> Int {
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

  // MARK: - Deeper

  /// Adds what nested elements and resources show, and the systems that stand in them.
  ///
  /// What is near to the top has more weight: further down is looked only where it does not decide.
  ///
  /// - Parameter isNear: whether something around tells the release, so that only what is near to the top counts.
  mutating func lookDeeper(isNear: Bool = false) {
    guard decided == nil, tape.tag(index) == .object else { return }
    let (own, ownNames) = (scores, wanted?.names.pointee)
    var depth = 0
    while depth < (isNear ? 1 : Self.deepest) {
      depth = depth == 0 ? 1 : Self.deepest
      (scores, left) = (own, 400)
      if let ownNames { wanted?.names.pointee = ownNames }
      var systems: ReleaseSet = []
      lookBelow(index, holder: type, depth: 0, membersTo: depth, &systems)
      add(systems, -1)
      if sure != nil { return }
    }
  }

  /// Nothing is looked for below this.
  private static let deepest = 6

  /// Adds what is in the members of an object, which were looked at themselves.
  ///
  /// - Parameter limit: how deep members are signs; systems are at any depth.
  private mutating func lookBelow(
    _ object: Int, holder: UInt16, depth: Int, membersTo limit: Int, _ systems: inout ReleaseSet
  ) {
    guard depth < Self.deepest else { return }
    let end = tape.next(object)
    var key = object + 2
    while key < end, left > 0 {
      if tape.isContainer(key + 1) {
        let found = Self.find(key, of: holder, tape, rows)
        let content = found >= 0 ? rows.rows[found].content : 0
        forEachObject(key + 1) { part, signs in
          let content = content != 0 ? content : signs.resourceContent(of: part)
          if content != 0, depth < limit { signs.addMembers(of: part, holder: content) }
          signs.lookBelow(part, holder: content, depth: depth + 1, membersTo: limit, &systems)
        }
      } else if tape.tag(key) == .key, tape.string(key, equals: "system") {
        note(key + 1, in: &systems)
      }
      key = tape.next(key + 1)
      left -= 1
    }
  }

  /// The type whose members those of a nested resource are, 0 for what is none.
  private mutating func resourceContent(of object: Int) -> UInt16 {
    guard let typeIndex = tape.member("resourceType", of: object), tape.tag(typeIndex) == .string else { return 0 }
    let known = Self.find(typeIndex, of: ReleaseDistinctions.resourceTypes, tape, rows)
    return known >= 0 ? rows.rows[known].content : 0
  }

  /// The object itself, or the first two of an array.
  private mutating func forEachObject(_ value: Int, _ body: (Int, inout ReleaseSigns) -> Void) {
    if tape.tag(value) == .object { return body(value, &self) }
    guard tape.tag(value) == .array else { return }
    var item = value + 2
    for _ in 0..<2 where item < tape.next(value) {
      if tape.tag(item) == .object { body(item, &self) }
      item = tape.next(item)
    }
  }

  /// Adds the releases that alone have a system.
  private func note(_ system: Int, in systems: inout ReleaseSet) {
    guard tape.tag(system) == .string else { return }
    let text = UnsafeBufferPointer(start: tape.lexeme(system), count: tape.length(system))
    let known = distinctions.takeUnretainedValue()
    for mark in known.systems where text.starts(with: mark.text) {
      systems.formUnion(known.families[Int(mark.release.rawValue)])
    }
  }
}
