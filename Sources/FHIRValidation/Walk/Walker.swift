import FHIRDiagnostics
import FHIRPath
import FHIRSchema
import FHIRView
import FHIRTape
import FHIRNarrative

/// The one walk over a record: each value is visited once, next to the row that says what may stand there.
///
/// The loop only finds that something is off, by a mask or a comparison; what it is and how it is said stands with the
/// rule, in `Rules/`. Nothing on the way of a sound record allocates.
struct Walker: ~Copyable {
  // What is known of the release in use: see `Walker+Releases`.
  var schema: SchemaTable
  var rows: SchemaRows
  var members: UnsafePointer<MemberRow> { rows.members }
  var roles: SchemaRoles
  var invariants: InvariantTable
  var gates: InvariantGates
  var evaluator = FHIRPathEvaluator()
  var forms: LazyObjects<FastForm>
  /// What expressions call `%resource` and `%rootResource`.
  var resources = ResourcesAround()
  /// What a ``FastForm`` gathers.
  var texts = TextSet()
  var findings: Findings
  var path: ElementPath
  /// The current record.
  var tape: Tape
  var place: RecordPlace
  /// The records of the current value.
  var records: [WalkedRecord] = []
  let releases: JudgedReleases
  /// The releases that some record was of, by their place among the definitions.
  var loaded: [LoadedRelease?]
  /// The place of the release in use.
  var release: Int
  /// The release of all records, where somebody has said so.
  let given: RecognisedRelease?
  /// What is known of the release of what is around the current record.
  var context: ReleaseContext
  /// The resource whose release was decided last.
  var recognised: (resource: Int, found: RecognisedRelease)
  /// Whether somebody wants to see ``records``.
  var listsRecords = false
  /// The innermost resource that is not contained: findings name it.
  var record = -1
  /// The resource whose type was looked up last, the tape index of that type, and its row, -1 where it has none.
  var known = (resource: -1, typeIndex: -1, type: -1)
  /// The resource whose `contained` a local reference means.
  var container = -1
  /// Whether the current resource contains others.
  var hasContained = false
  var containedIDs = ContainedIDs()
  // See `WalkerMemory`.
  var goodSystems: TextMemo
  var goodUnits: TextMemo
  var goodCodes: TextMemo
  var goodValues: ValueMemo
  var goodReferences: ValueMemo
  /// How often something was judged that depends on what is around it.
  var dependences = 0
  /// The last name of a code system that was none, and what is said of it: who misspells does so again.
  var misspeltSystem: (hash: UInt64, sentence: Wording) = (0, "")
  /// The last code of the current value that is one of ``VitalSign``.
  var vitalSign = -1
  var elementIDs = ElementIDs()
  /// The ids of elements and contained resources so far, by hash; hardly any resource has one.
  var seenIDs: Set<UInt64> = []
  /// How deep the resource stands whose contained resources these are.
  var containerDepth = 0
  var narrative: NarrativeScanner
  /// The innermost Bundle, while its entries pass by.
  var bundle: BundleState
  /// The judge of profiles.
  var profiles: ProfileWalk
  /// The address that a relative reference means.
  var address = PaddedBuffer()
  /// What was said of missing elements: see `reportMissing`.
  var missingSentences = MissingSentences()
  /// Decoded text of a string with escapes.
  var scratch = PaddedBuffer()
  /// The objects around, and the current one, that have a null in place of a value.
  var nullOwners: [Int] = []
  /// The first key of each slot of the object whose siblings are compared, -1 for none; behind them ``siblingKeys``.
  let valueKeys: UnsafeMutablePointer<Int>
  /// The choice variant that was seen, by nesting depth and slot; read only where the slot was seen.
  private let choices: UnsafeMutablePointer<UInt16>
  /// Where the memos, the keys and the choices are from: a pool for each release.
  let memories: [WalkerMemoryPool]
  let maximumDepth: Int
  let maximumRecordBytes: Int

  /// - Parameters:
  ///   - place: the place among the definitions of the release that is likely to be needed: others are loaded when they are.
  ///   - given: the release of all records, where somebody has said so.
  ///   - context: what else is known of their release.
  init(
    _ releases: JudgedReleases, first place: Int, given: RecognisedRelease?, in context: ReleaseContext,
    memories: [WalkerMemoryPool], options: ValidationOptions, batchLimit: Int?
  ) {
    let definitions = releases.definitions[place]
    let memory = memories[place].take()
    self.releases = releases
    self.memories = memories
    loaded = Array(repeating: nil, count: memories.count)
    loaded[place] = LoadedRelease(definitions: definitions, memory: memory)
    release = place
    self.context = context
    self.given = given
    recognised = (-1, releases.assumed)
    schema = definitions.schema
    roles = definitions.roles
    invariants = definitions.invariants
    gates = invariants.gates
    forms = invariants.forms
    bundle = BundleState(options.bundleLimits)
    profiles = ProfileWalk(releases.profiles)
    tape = .empty
    self.place = RecordPlace(role: .document, base: 0)
    rows = schema.rows
    findings = Findings(
      limit: options.maximumIssuesPerRecord, batchLimit: batchLimit, tables: SchemaTables(schema, as: place))
    narrative = NarrativeScanner(limit: options.maximumIssuesPerRecord)
    maximumDepth = options.readableDepth
    maximumRecordBytes = options.maximumRecordBytes
    path = ElementPath(maximumDepth: maximumDepth)
    path.base = ReleaseRow.base(of: place)
    goodSystems = memory.goodSystems
    goodUnits = memory.goodUnits
    goodCodes = memory.goodCodes
    goodValues = memory.goodValues
    goodReferences = memory.goodReferences
    valueKeys = memory.valueKeys
    choices = memory.choices
  }

  deinit {
    for (pool, release) in zip(memories, loaded) {
      if let release { pool.giveBack(release.memory) }
    }
  }

  // MARK: - Objects

  /// Judges the members of the object at `index` as those of a type.
  ///
  /// Most members are single strings: the way of those is the shortest.
  ///
  /// - Parameter element: the number of the element that the object is the value of, if that has constraints of its own;
  ///   else -1.
  mutating func walkObject(_ index: Int, type: Int, element: Int = -1) {
    let row = rows.types + type
    let end = tape.next(index)
    var key = index &+ 2
    guard key < end else { return reportEmptyObject(index, type: type, element: element) }
    var seen: UInt64 = 0
    var siblings: UInt64 = 0
    var strangers = 0
    let members = self.members
    let choices = self.choices + (path.depth &* 64)
    while key < end {
      let value = key &+ 1
      let member = find(key, in: row)
      if member >= 0 {
        let slot = members[member].slot
        let bit = 1 &<< UInt64(slot)
        if seen & bit != 0 {
          reportRepeated(key, member, first: Int(choices[Int(slot)]))
        } else if members[member].flags.contains(.choice) {
          choices[Int(slot)] = UInt16(truncatingIfNeeded: member)
        }
        seen |= bit
        if members[member].isSinglePrimitive, tape.tag(value) == .string {
          checkString(value, member, index: -1)
          key &+= 2
          continue
        }
        walkMember(value, member, owner: index)
      } else {
        walkStranger(key, of: type, owner: index, siblings: &siblings)
        strangers &+= 1
      }
      key = tape.next(value)
    }
    if siblings != 0 || nullOwners.last == index { checkSiblings(of: index, type: type) }
    if strangers > 1 { checkStrangers(of: index, type: type) }
    let missing = row.pointee.required & ~(seen | siblings)
    if missing != 0 { reportMissing(missing, in: index, type: type) }
    switch row.pointee.category {
    case .extension: checkExtension(index, seen: seen)
    case .meta: if seen & roles.metaProfile.bit != 0 { countProfiles(of: index) }
    case .coding: checkCoding(index)
    case .quantity: checkQuantity(index, type: type)
    case .nested, .resource:
      if vitalSign > index, type == roles.observation || type == roles.observationComponent?.valueType {
        checkVitalSign(of: index)
      }
    case .reference: if let type = roles.referenceType, seen & type.bit != 0 { checkReferenceType(index, type) }
    case .codeableConcept, .dataType, .abstractResource, .primitive: break
    }
    let filled = seen | siblings
    let checks = gates.types + type
    if filled & ~checks.pointee.silent == 0, filled != 0, strangers == 0 { reportSilentObject(index) }
    checkInvariants(checks.pointee.run, of: index, type: type, filled: filled)
    if element >= 0 { checkInvariants(gates.elements[element], of: index, type: type, filled: filled) }
  }

  /// The member row that a key names, -1 for none.
  @inline(__always)
  private mutating func find(_ key: Int, in row: UnsafePointer<TypeRow>) -> Int {
    if tape.tag(key) == .key {
      let member = rows.memberInFirstPlace(named: tape.lexeme(key), length: tape.length(key), of: row)
      if member >= 0 { return member }
    }
    return findElsewhere(key, in: row)
  }

  @inline(never)
  private mutating func findElsewhere(_ key: Int, in row: UnsafePointer<TypeRow>) -> Int {
    let text = text(ofKey: key)
    return text.count < 256 ? rows.member(named: text.bytes, length: text.count, of: row) : -1
  }

  // MARK: - Members

  /// Judges whatever is not a single string.
  @inline(never)
  private mutating func walkMember(_ value: Int, _ member: Int, owner: Int) {
    let flags = members[member].flags
    if flags.contains(.array) {
      walkArray(value, member, owner: owner)
      return
    }
    walkValue(value, member, index: -1, owner: owner)
  }

  @inline(__always)
  private mutating func walkArray(_ value: Int, _ member: Int, owner: Int) {
    guard tape.tag(value) == .array else { return walkInsteadOfArray(value, member, owner: owner) }
    let end = tape.next(value)
    var item = value &+ 2
    if item == end {
      if !place.isTakenArray(at: tape.offset(value)) { reportEmptyArray(value, member) }
      return
    }
    var index = 0
    while item < end {
      walkValue(item, member, index: index, owner: owner)
      index &+= 1
      item = tape.next(item)
    }
  }

  /// Judges one value of a member; `index` is its place in an array, -1 for a single value.
  @inline(__always)
  mutating func walkValue(_ value: Int, _ member: Int, index: Int, owner: Int) {
    switch members[member].kind {
    case .complex:
      walkComplex(value, member, index: index)
    case .resource:
      walkNestedResource(value, member, index: index, owner: owner)
    case .resourceType:
      // Judged before the members: see `walkResource`.
      break
    case .comments:
      checkComment(value, member, index: index)
    default:
      checkPrimitive(value, member, index: index, owner: owner)
      if members[member].flags.contains(.constrained) {
        checkPrimitiveInvariants(value, member, index: index, owner: owner)
      }
    }
  }

  @inline(__always)
  mutating func walkComplex(_ value: Int, _ member: Int, index: Int) {
    guard tape.tag(value) == .object else {
      reportNotComplex(value, member, index: index)
      return
    }
    path.push(member: member, index: index)
    let row = members[member]
    let element = row.flags.contains(.constrained) ? Int(row.element) : -1
    if member == roles.bundleEntry.member {
      walkEntry(value, number: max(index, 0), type: Int(row.type), element: element)
    } else if isOftenRepeated(Int(row.type)) {
      walkRepeated(value, member, type: Int(row.type), element: element)
    } else {
      walkObject(value, type: Int(row.type), element: element)
    }
    if row.valueSet != 0 { checkBinding(value, member) }
    path.pop()
  }
}
