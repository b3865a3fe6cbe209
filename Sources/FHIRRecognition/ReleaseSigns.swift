import FHIRSchema
import FHIRView
import FHIRTape

/// The evidence for a release from the members of a record, its type and its profiles.
///
/// A member is a sign of the releases that have it in its JSON form, unless all releases do. Each counts once, however
/// often it is repeated. ``lookDeeper()`` adds the members of nested elements, and code systems that only one release
/// has.
struct ReleaseSigns {
  /// Evidence that decides on its own.
  var decided: RecognisedRelease?
  /// The number of signs of each release.
  var scores = SIMD8<Int16>()
  /// How many more members are examined: records have fewer, and more members of a large record add nothing.
  var left = 200
  /// The type that defines the members of the record, 0 if it is unknown.
  var type: UInt16 = 0
  /// The release whose signs to name, and where to put the names.
  let wanted: (release: ReleaseNumber, names: UnsafeMutablePointer<[String]>)?
  let distinctions: Unmanaged<ReleaseDistinctions>
  let rows: DistinctionRows
  let tape: Tape
  let index: TapeIndex

  /// Examines the type, the profiles and the members of a resource.
  ///
  /// - Parameter typeIndex: the tape index of its type, `.none` if it has none.
  @inline(__always)
  init(_ recogniser: ReleaseRecogniser, _ tape: Tape, _ index: TapeIndex, typeIndex: TapeIndex) {
    self.init(recogniser, tape, index, typeIndex: typeIndex, wanted: nil)
  }

  /// The start of a search below the top level, for a record of a known type without signs at its top.
  init(_ recogniser: ReleaseRecogniser, _ tape: Tape, _ index: TapeIndex, withoutSigns type: UInt16) {
    (self.tape, self.index, self.type, wanted) = (tape, index, type, nil)
    distinctions = recogniser.distinctions
    rows = recogniser.rows
  }

  // Inlined so that the value is built in place: a copy takes half the time of an ordinary record.
  @inline(__always)
  private init(
    _ recogniser: ReleaseRecogniser, _ tape: Tape, _ index: TapeIndex, typeIndex: TapeIndex,
    wanted: (release: ReleaseNumber, names: UnsafeMutablePointer<[String]>)?
  ) {
    (self.tape, self.index, self.wanted) = (tape, index, wanted)
    distinctions = recogniser.distinctions
    rows = recogniser.rows
    guard tape.tag(index) == .object else { return }
    let known = findType(typeIndex)
    addMembers(of: index, holder: type)
    decide(recogniser, known: known, meta: tape.member("meta", of: index) ?? TapeIndex.none)
  }

  /// The row of the resource type, -1 for a type that shows nothing.
  @inline(__always)
  private mutating func findType(_ typeIndex: TapeIndex) -> Int {
    guard typeIndex.exists, tape.tag(typeIndex) == .string || tape.tag(typeIndex) == .escapedString else { return -1 }
    let known = Self.find(typeIndex, of: ReleaseDistinctions.resourceTypes, tape, rows)
    if known >= 0 { type = rows.rows[known].content }
    return known
  }

  /// Uses the evidence that decides on its own.
  ///
  /// - Parameters:
  ///   - known: the row of the resource type, -1 for none.
  ///   - meta: the tape index of `meta`, `.none` if there is none.
  @inline(__always)
  private mutating func decide(_ recogniser: ReleaseRecogniser, known: Int, meta: TapeIndex) {
    if let release = ProfileClaims.release(recogniser, tape, meta: meta, scores) {
      decided = RecognisedRelease(number: release, reason: .profile)
    } else if known >= 0, case let owners = rows.rows[known].releases(having: .string), owners != rows.all {
      // If several are equivalent, the first represents all.
      decided = owners.common(in: recogniser.known).map { RecognisedRelease(number: $0, reason: .type) }
    }
  }

  /// The names of the members that are signs of a release but not of all others.
  static func names(
    _ recogniser: ReleaseRecogniser, _ tape: Tape, _ index: TapeIndex, of release: ReleaseNumber
  ) -> [String] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { names in
      var signs = ReleaseSigns(
        recogniser, tape, index, typeIndex: ResourceView(tape, index).typeIndex ?? TapeIndex.none,
        wanted: (release, names))
      if signs.sure == nil { signs.lookDeeper() }
      guard signs.scores == .zero else { return }
      _ = signs.evidence.releaseOfCodes {
        if $1.contains(ReleaseSet(release)) { names.pointee.append(tape.string($0)) }
      }
    }
    return names
  }

  // MARK: - Conclusions

  /// The release that the record itself shows: by its type, a profile, or a lead of two signs.
  var sure: RecognisedRelease? {
    decided ?? leader(by: 2)
  }

  /// The release with a lead of one sign.
  var weak: RecognisedRelease? { leader(by: 1) }

  /// The release of the record's codes, if it shows nothing else.
  var codes: RecognisedRelease? {
    guard scores == .zero else { return nil }
    return evidence.releaseOfCodes().map { RecognisedRelease(number: $0, reason: .codes) }
  }

  /// The only release that requires nothing that the record lacks, if it shows nothing else.
  var requirements: RecognisedRelease? {
    guard scores == .zero else { return nil }
    return evidence.releaseOfNeeds.map { RecognisedRelease(number: $0, reason: .requirements) }
  }

  private var evidence: SparseEvidence {
    SparseEvidence(distinctions.takeUnretainedValue(), tape, index, type: type)
  }

  /// The release of the surroundings, if the record itself shows that one or none; `nil` if a sign points to another
  /// release, or there is no sign at the top.
  func near(_ around: RecognisedRelease) -> RecognisedRelease? {
    if let decided { return decided }
    // Without a sign at its top, as in a Patient, a record may show another release at deeper levels.
    if scores == .zero { return nil }
    guard let leader = leader(by: 1) else { return around }
    let isAlike = rows.family(of: Int(leader.number.rawValue)) == rows.family(of: Int(around.number.rawValue))
    return isAlike ? leader : self.leader(by: 2)
  }

  /// The release that leads all unlike releases by at least `margin` signs; the first if several are equal.
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
  mutating func addMembers(of object: TapeIndex, holder: UInt16) {
    // Local copies, so that the loop over all keys does not read them again.
    let (tape, filter) = (tape, rows.signs(of: holder))
    var (seen, rest) = (UInt64(0), left)
    let end = tape.next(object)
    var key = object.content
    while key < end, rest > 0 {
      let bit = DistinctionRows.bit(tape.lexeme(key).pointee, tape.length(key))
      if filter & bit != 0 || tape.tag(key) != .key { addMember(key, holder: holder, &seen) }
      key = tape.next(key.value)
      rest &-= 1
    }
    left = rest
  }

  /// Adds the sign of a member that its holder may have, unless it was added before.
  @inline(__always)
  private mutating func addMember(_ key: TapeIndex, holder: UInt16, _ seen: inout UInt64) {
    // Without a holder, the search would use the names of the resource types.
    let found = holder != 0 ? Self.find(key, of: holder, tape, rows) : -1
    guard found >= 0 else { return }
    let row = rows.rows + found
    let bit = 1 &<< UInt64(row.pointee.ordinal)
    guard seen & bit == 0 else { return }
    add(Self.releases(showing: row, key.value, tape), key)
    seen |= bit
  }

  /// The releases that a member shows by its name and the form of its value.
  @inline(__always)
  static func releases(showing row: UnsafePointer<DistinctionRow>, _ value: TapeIndex, _ tape: Tape) -> ReleaseSet {
    form(of: value, tape).map { row.pointee.releases(having: $0) } ?? row.pointee.releasesHavingAnyForm
  }

  /// Adds a sign of some releases; `key` is `.none` for a sign that is not a member.
  mutating func add(_ releases: ReleaseSet, _ key: TapeIndex) {
    var rest = releases.rawValue
    while rest != 0 {
      scores[rest.trailingZeroBitCount] &+= 1
      rest &= rest &- 1
    }
    if let wanted, key.exists, releases.contains(ReleaseSet(wanted.release)) {
      wanted.names.pointee.append(tape.string(key))
    }
  }

  /// The form of a value; `nil` for a null and for an empty array, which match every form.
  @inline(__always)
  private static func form(of value: TapeIndex, _ tape: Tape) -> MemberForm? {
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

  /// The row of a key or string among the names of a type, -1 for none.
  @inline(__always)
  static func find(_ text: TapeIndex, of holder: UInt16, _ tape: Tape, _ rows: DistinctionRows) -> Int {
    let tag = tape.tag(text)
    if tag == .escapedKey || tag == .escapedString { return findEscaped(text, of: holder, tape, rows) }
    return tape.length(text) < 128 ? rows.find(tape.lexeme(text), tape.length(text), of: holder) : -1
  }

  @inline(never)
  private static func findEscaped(_ text: TapeIndex, of holder: UInt16, _ tape: Tape, _ rows: DistinctionRows) -> Int {
    guard tape.length(text) < 128 * 6 else { return -1 }
    let name = Array(tape.string(text).utf8)
    return (name + [UInt8](repeating: 0, count: Bytes.padding)).withUnsafeBufferPointer { padded in
      guard let start = padded.baseAddress, name.count < 128 else { return -1 }
      return rows.find(start, name.count, of: holder)
    }
  }
}
