import FHIRSchema
import FHIRView
import FHIRTape

/// The evidence for a release from the members of a record, its type and its profiles.
///
/// A member is a sign of the releases that have it in its JSON form, unless all releases do. Each counts once, however
/// often it is repeated. ``lookDeeper(isNear:)`` adds the members of nested elements, and code systems that only one
/// release has.
struct ReleaseSigns {
  /// Evidence that decides on its own.
  var decided: RecognisedRelease?
  /// The number of signs of each release.
  var scores = SIMD8<Int16>()
  /// The type that defines the members of the record, 0 if it is unknown.
  var type: UInt16 = 0
  /// `nil` if no signs are to be named.
  let wanted: WantedSigns?
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
    _ recogniser: ReleaseRecogniser, _ tape: Tape, _ index: TapeIndex, typeIndex: TapeIndex, wanted: WantedSigns?
  ) {
    (self.tape, self.index, self.wanted) = (tape, index, wanted)
    distinctions = recogniser.distinctions
    rows = recogniser.rows
    guard tape.tag(index) == .object else { return }
    let known = findType(typeIndex)
    let members = addMembers()
    decide(recogniser, known: known, profiles: members.profiles)
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
  ///   - profiles: the tape index of the profiles that it claims to meet, `.none` if there are none.
  @inline(__always)
  private mutating func decide(_ recogniser: ReleaseRecogniser, known: Int, profiles: TapeIndex) {
    if let release = ProfileClaims.release(recogniser, tape, profiles, scores) {
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
    let typeIndex = ResourceView(tape, index).typeIndex ?? TapeIndex.none
    var deciding = ReleaseSigns(recogniser, tape, index, typeIndex: typeIndex)
    let depth = deciding.sure == nil ? deciding.lookDeeper() : 0
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { names in
      let wanted = WantedSigns(release: release, names: names)
      let signs = ReleaseSigns(recogniser, tape, index, typeIndex: typeIndex, wanted: wanted)
      if depth > 0 { _ = DeeperSigns(of: signs, to: depth) }
    }
    if !deciding.hasSigns {
      _ = deciding.evidence.releaseOfCodes {
        if $1.contains(ReleaseSet(release)) { names.append(tape.string($0)) }
      }
    }
    return names
  }

  // MARK: - Below the top

  /// Adds what nested elements and resources show, and the code systems that they use.
  ///
  /// Signs near the top have more weight: deeper levels are searched only if those do not decide.
  ///
  /// - Parameter isNear: whether the surroundings show the release, so that only levels near the top count.
  /// - Returns: the depth up to which members counted.
  @discardableResult
  mutating func lookDeeper(isNear: Bool = false) -> Int {
    guard decided == nil, tape.tag(index) == .object else { return 0 }
    let own = scores
    if isNear {
      scores &+= DeeperSigns(of: self, to: 1).scores
      // The systems count as one sign, so they change the decision only if the lead is small.
      if 1...2 ~= standing.lead { systems.count(in: &scores) }
      return 1
    }
    let systems = systems
    scores &+= DeeperSigns(of: self, to: 1).scores
    if hasSigns {
      systems.count(in: &scores)
      if sure != nil { return 1 }
    }
    scores = own &+ DeeperSigns(of: self, to: DeeperSigns.deepest).scores
    systems.count(in: &scores)
    return DeeperSigns.deepest
  }

  private var systems: ReleaseSet { SystemSigns(distinctions, tape, index).releases }

  // MARK: - Conclusions

  /// The release that the record itself shows: by its type, a profile, or a lead of two signs.
  var sure: RecognisedRelease? {
    decided ?? leader(by: 2)
  }

  /// The release with a lead of one sign.
  var weak: RecognisedRelease? { leader(by: 1) }

  /// The release of the record's codes, if it shows nothing else.
  var codes: RecognisedRelease? {
    if hasSigns { return nil }
    return evidence.releaseOfCodes().map { RecognisedRelease(number: $0, reason: .codes) }
  }

  /// The only release that requires nothing that the record lacks, if it shows nothing else.
  var requirements: RecognisedRelease? {
    if hasSigns { return nil }
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
    if !hasSigns { return nil }
    guard let leader = leader(by: 1) else { return around }
    let isAlike = rows.family(of: Int(leader.number.rawValue)) == rows.family(of: Int(around.number.rawValue))
    return isAlike ? leader : self.leader(by: 2)
  }

  /// The release that leads all unlike releases by at least `margin` signs; the first if several are equal.
  private func leader(by margin: Int16) -> RecognisedRelease? {
    let (best, lead) = standing
    guard lead >= margin else { return nil }
    return RecognisedRelease(number: ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: best)), reason: .elements)
  }

  /// The first release with the most signs, and how many more it has than all unlike releases: 0 without signs.
  private var standing: (best: Int, lead: Int16) {
    if !hasSigns { return (0, 0) }
    var best = 0
    for number in 1..<rows.releases where scores[number] > scores[best] { best = number }
    let family = rows.family(of: best)
    var next: Int16 = 0
    for number in 0..<rows.releases where rows.family(of: number) != family { next = max(next, scores[number]) }
    return (best, scores[best] &- next)
  }

  /// Whether there is any sign. Compares words: a comparison of vectors goes lane by lane.
  private var hasSigns: Bool {
    let words = unsafeBitCast(scores, to: SIMD2<UInt64>.self)
    return words.x | words.y != 0
  }

  // MARK: - Members

  /// Adds what the members of the record show by their names and forms.
  ///
  /// - Returns: the members that have a meaning of their own, found in the same pass.
  @inline(__always)
  private mutating func addMembers() -> ResourceMembers {
    // Local copies, so that the loop over all keys does not read them again.
    let (tape, rows, holder, wanted) = (tape, rows, type, wanted)
    var (seen, found) = (UInt64(0), SIMD8<Int16>())
    let members = ResourceMembers(tape, index, others: rows.signs(of: holder)) {
      Self.add($0, of: holder, tape, rows, &seen, &found, wanted)
    }
    scores = found
    return members
  }

  /// Adds the sign of a member that its holder may have, unless it was added before.
  // A call, because copies of it would evict other code from the processor's cache.
  @inline(never)
  static func add(
    _ key: TapeIndex, of holder: UInt16, _ tape: Tape, _ rows: DistinctionRows, _ seen: inout UInt64,
    _ scores: inout SIMD8<Int16>, _ wanted: WantedSigns?
  ) {
    // Without a holder, the search would use the names of the resource types.
    let found = holder != 0 ? find(key, of: holder, tape, rows) : -1
    guard found >= 0 else { return }
    let row = rows.rows + found
    let bit = 1 &<< UInt64(row.pointee.ordinal)
    guard seen & bit == 0 else { return }
    seen |= bit
    let releases = releases(showing: row, key.value, tape)
    releases.count(in: &scores)
    wanted?.note(key, releases, tape)
  }

  /// The releases that a member shows by its name and the form of its value.
  @inline(__always)
  static func releases(showing row: UnsafePointer<DistinctionRow>, _ value: TapeIndex, _ tape: Tape) -> ReleaseSet {
    form(of: value, tape).map { row.pointee.releases(having: $0) } ?? row.pointee.releasesHavingAnyForm
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

extension ReleaseSet {
  /// Adds one to the count of each of the releases.
  @inline(__always)
  func count(in scores: inout SIMD8<Int16>) {
    var rest = rawValue
    while rest != 0 {
      scores[rest.trailingZeroBitCount] &+= 1
      rest &= rest &- 1
    }
  }
}
