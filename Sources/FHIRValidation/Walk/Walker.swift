import FHIRSchema
import FHIRTape
import FHIRPath

/// The one walk over a record: it visits each value once, together with the row that defines it.
///
/// The walk determines the kind of a value, and passes it to the judge for that kind with ``RecordCursor``. The loop
/// only detects a fault, by a mask or a comparison; the rule in `Rules/` words it. A valid record causes no allocation.
///
/// A method that changes nothing copies the fields first that it reads several times: the compiler takes long to check
/// each use of a field of a large type that cannot be copied.
struct Walker: ~Copyable {
  var cursor: RecordCursor
  let releases: JudgedReleases
  var loaded: LoadedReleases
  var recognition: ReleaseRecognition
  /// The release that is probably needed, until a record of the input has needed one.
  var firstPlace: Int?
  /// The type that a Bundle whose entries are read one by one states before them.
  var bundleType: String?
  var records = VisitedRecords()
  var hasContained = false
  let options: ValidationOptions

  // MARK: Judges

  var structure: StructureJudge
  var terminology: TerminologyJudge
  var references: ReferenceJudge
  var identifiers = IdentifierJudge()
  var narrative: NarrativeScanner
  var invariants = InvariantJudge()
  var profiles: ProfileWalk
  var repeated: RepeatedValues

  /// - Parameter place: that of the release that is probably needed; others are loaded on demand.
  init(_ releases: JudgedReleases, _ options: ValidationOptions, _ loaded: consuming LoadedReleases, first place: Int) {
    self.releases = releases
    self.options = options
    let first = loaded.release(place)
    recognition = ReleaseRecognition(given: nil, context: ReleaseContext(), last: (TapeIndex.none, releases.assumed))
    cursor = RecordCursor(ReleaseInUse(first.definitions, number: place, options.rules), options)
    for other in loaded.all where other.place != place {
      cursor.findings.tables.add(other.definitions.schema, as: other.place)
    }
    structure = StructureJudge(first.memory)
    terminology = TerminologyJudge(first.memory, releases.profiles.library.packs)
    references = ReferenceJudge(options.bundleLimits)
    narrative = NarrativeScanner(limit: options.maximumFindingsPerRecord)
    profiles = ProfileWalk(releases.profiles)
    repeated = RepeatedValues(first.memory)
    self.loaded = loaded
  }

  /// Starts an input, whose first record probably needs the release at a place. The release stays that of the last
  /// input until a record needs one: two switches for each small file would take as long as a small record.
  mutating func beginInput(
    first place: Int, given: RecognisedRelease?, in context: ReleaseContext, bundleType: String? = nil,
    batchLimit: Int?, keepsRecords: Bool
  ) {
    (firstPlace, self.bundleType) = (place, bundleType)
    cursor.findings.begin(batchLimit: batchLimit)
    let shapes = recognition.context.shapes
    recognition = ReleaseRecognition(given: given, context: context, last: (TapeIndex.none, releases.assumed))
    recognition.context.shapes = shapes
    records.isKept = keepsRecords
  }

  /// Clears all that an input leaves, except good values and sentences; large buffers are freed.
  mutating func leaveInput(wasLarge: Bool) {
    if wasLarge {
      let (releases, options, loaded, place) = (releases, options, loaded, cursor.release.number)
      let shapes = recognition.context.shapes
      self = Walker(releases, options, loaded, first: place)
      recognition.context.shapes = shapes
      return
    }
    cursor.leaveInput()
    records.removeAll()
    structure.leaveInput()
    references.forgetBundle()
    invariants.leaveInput()
    profiles.leaveInput()
  }

  // MARK: - Objects

  /// Judges the members of the object at `index` by a type.
  ///
  /// Most members are single strings, so their path through the code is the shortest.
  ///
  /// - Parameter element: the element whose value the object is, if that element has constraints.
  mutating func walkObject(_ index: TapeIndex, type: TypeID, element: ElementID = .none) {
    let row = cursor.rows.types + type.row
    let end = cursor.tape.next(index)
    var key = index.content
    guard key < end else { return walkEmptyObject(index, type: type, element: element) }
    var seen: UInt64 = 0
    var siblings: UInt64 = 0
    var strangers = 0
    let members = cursor.members
    let choices = structure.choices + (cursor.path.depth &* 64)
    while key < end {
      let value = key.value
      let member = find(key, in: row, type)
      if member.exists {
        let slot = members[member].slot
        let bit = 1 &<< UInt64(slot)
        if seen & bit != 0 {
          cursor.reportRepeated(key, member, first: MemberID(Int(choices[Int(slot)])))
        } else if members[member].flags.contains(.choice) {
          choices[Int(slot)] = UInt16(truncatingIfNeeded: member.row)
        }
        seen |= bit
        if members[member].isSinglePrimitive, cursor.tape.tag(value) == .string {
          checkString(value, member, index: -1)
          key = key.content
          continue
        }
        walkMember(value, member, owner: index)
      } else {
        walkStranger(key, of: type, owner: index, siblings: &siblings)
        strangers &+= 1
      }
      key = cursor.tape.next(value)
    }
    if siblings != 0 || structure.hasNulls(index) { checkSiblings(of: index, type: type) }
    if strangers > 1 { checkStrangers(of: index, type: type) }
    let missing = row.pointee.required & ~(seen | siblings)
    if missing != 0 { reportMissing(missing, in: index, type: type) }
    if row.pointee.check != .none { check(index, type: type, seen: seen) }
    let filled = seen | siblings
    let checks = cursor.release.gates.types + type.row
    if filled & ~checks.pointee.silent == 0, filled != 0, strangers == 0 { cursor.reportSilentObject(index) }
    checkInvariants(checks.pointee.run, of: index, type: type, filled: filled)
    if element.exists {
      checkInvariants(cursor.release.gates.elements[element.row], of: index, type: type, filled: filled)
    }
  }

  /// Reports an object without members, and judges the constraints that it breaks.
  @inline(never) private mutating func walkEmptyObject(_ index: TapeIndex, type: TypeID, element: ElementID) {
    cursor.reportEmptyObject(index)
    checkInvariants(cursor.release.gates.types[type].run, of: index, type: type, filled: 0)
    if element.exists { checkInvariants(cursor.release.gates.elements[element.row], of: index, type: type, filled: 0) }
  }

  @inline(__always)
  private mutating func find(_ key: TapeIndex, in row: UnsafePointer<TypeRow>, _ type: TypeID) -> MemberID {
    if cursor.tape.tag(key) == .key {
      let member = cursor.rows.memberInFirstPlace(
        named: cursor.tape.lexeme(key), length: cursor.tape.length(key), of: row)
      if member.exists { return member }
    }
    return cursor.member(named: key, of: type)
  }

  // MARK: - Members

  /// Judges any value other than a single string.
  @inline(never) private mutating func walkMember(_ value: TapeIndex, _ member: MemberID, owner: TapeIndex) {
    let flags = cursor.members[member].flags
    if flags.contains(.array) { return walkArray(value, member, owner: owner) }
    walkValue(value, member, index: -1, owner: owner)
  }

  @inline(__always) private mutating func walkArray(_ value: TapeIndex, _ member: MemberID, owner: TapeIndex) {
    guard cursor.tape.tag(value) == .array else { return walkInsteadOfArray(value, member, owner: owner) }
    let end = cursor.tape.next(value)
    var item = value.content
    if item == end {
      if !cursor.place.isTakenArray(at: cursor.tape.offset(value)) { cursor.reportEmptyArray(value, member) }
      return
    }
    var index = 0
    while item < end {
      walkValue(item, member, index: index, owner: owner)
      index &+= 1
      item = cursor.tape.next(item)
    }
  }

  /// Judges one value of a member; `index` is its place in an array, -1 for a single value.
  @inline(__always) mutating func walkValue(_ value: TapeIndex, _ member: MemberID, index: Int, owner: TapeIndex) {
    switch cursor.members[member].kind {
    case .complex: walkComplex(value, member, index: index)
    case .resource: walkNestedResource(value, member, index: index, owner: owner)
    case .resourceType:
      // Judged before the members: see `walkResource`.
      break
    case .comments: checkComment(value, member, index: index)
    default:
      checkPrimitive(value, member, index: index, owner: owner)
      if cursor.members[member].flags.contains(.constrained) {
        invariants.checkPrimitiveInvariants(value, member, index: index, owner: owner, &cursor)
      }
    }
  }

  @inline(__always) mutating func walkComplex(_ value: TapeIndex, _ member: MemberID, index: Int) {
    guard cursor.tape.tag(value) == .object else { return reportNotComplex(value, member, index: index) }
    cursor.path.push(member: member, index: index)
    let row = cursor.members[member]
    let element = row.flags.contains(.constrained) ? ElementID(Int(row.element)) : .none
    if member == cursor.roles.bundleEntry.member {
      walkEntry(value, EntryMembers(cursor.tape, value), number: max(index, 0), type: row.typeID, element: element)
    } else if isOftenRepeated(Int(row.type)) {
      walkRepeated(value, member, type: row.typeID, element: element)
    } else {
      walkObject(value, type: row.typeID, element: element)
    }
    if row.valueSet != 0 { terminology.checkBinding(value, member, &cursor) }
    cursor.path.pop()
  }
}

/// What an object is judged for after its members. These are methods of the walker that call the judges, and not
/// inlined: so the loop over members calls methods of the walker only, and the walker's address stays in one register.
extension Walker {
  @inline(never) mutating func checkSiblings(of object: TapeIndex, type: TypeID) {
    structure.checkSiblings(of: object, type: type, &cursor)
  }

  @inline(never) mutating func checkStrangers(of object: TapeIndex, type: TypeID) {
    structure.checkStrangers(of: object, type: type, &cursor)
  }

  @inline(never) mutating func reportMissing(_ missing: UInt64, in object: TapeIndex, type: TypeID) {
    structure.reportMissing(missing, in: object, type: type, &cursor)
  }

  /// Judges an object of a type that asks for more than its members and invariants.
  @inline(never) mutating func check(_ object: TapeIndex, type: TypeID, seen: UInt64) {
    switch cursor.rows.types[type].check {
    case .none: break
    case .extension: structure.checkExtension(object, seen: seen, &cursor)
    case .meta: if seen & cursor.roles.metaProfile.bit != 0 { countProfiles(of: object) }
    case .coding: terminology.checkCoding(object, &cursor)
    case .quantity: terminology.checkQuantity(object, type: type, &cursor)
    case .observation: terminology.checkVitalSign(of: object, &cursor)
    case .reference:
      if let type = cursor.roles.referenceType, seen & type.bit != 0 {
        references.checkReferenceType(object, type, &cursor)
      }
    case .attachment: structure.checkAttachment(object, seen: seen, &cursor)
    case .identifier: structure.checkIdentifier(object, seen: seen, &cursor)
    }
  }

  /// Judges the invariants that an object with these elements, one bit each, may break.
  @inline(__always)
  mutating func checkInvariants(_ run: InvariantGates.Run, of object: TapeIndex, type: TypeID, filled: UInt64) {
    var entry = Int(run.first)
    let end = Int(run.end)
    while entry < end {
      if cursor.release.gates.entries[entry].gate.isOpen(filled) {
        entry = checkInvariant(entry, end, of: object, type: type)
      } else {
        entry &+= 1
      }
    }
  }

  @inline(never)
  private mutating func checkInvariant(_ entry: Int, _ end: Int, of object: TapeIndex, type: TypeID) -> Int {
    invariants.judge(entry, end, object: object, type: type, &cursor)
  }
}
