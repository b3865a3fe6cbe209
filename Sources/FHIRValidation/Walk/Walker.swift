import Diagnostics
import FHIRPath
import FHIRSchema
import FHIRView
import JSONTape
import Narrative

/// The one walk over a record: each value is visited once, next to the row that says what may stand there.
///
/// The loop only finds that something is off, by a mask or a comparison; what it is and how it is said stands with the
/// rule, in `Rules/`. Nothing on the way of a sound record allocates.
struct Walker: ~Copyable {
  let schema: SchemaTable
  let rows: SchemaRows
  var members: UnsafePointer<MemberRow> { rows.members }
  let roles: SchemaRoles
  let invariants: InvariantTable
  let gates: InvariantGates
  var evaluator = FHIRPathEvaluator()
  /// What an ``InvariantShortcut`` gathers.
  var texts = TextSet()
  var findings: Findings
  var path: ElementPath
  /// The current record.
  var tape: Tape
  var place: RecordPlace
  /// The records of the current value.
  var records: [WalkedRecord] = []
  /// The release of all records, where somebody has said so.
  var given: FHIRRelease?
  /// The walk's own release.
  let release: FHIRRelease
  /// Whether the release of a record is told from its content.
  let tellsReleases: Bool
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
  let goodSystems: TextMemo
  let goodUnits: TextMemo
  let goodCodes: TextMemo
  let goodValues: ValueMemo
  let goodReferences: ValueMemo
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
  /// What the memos, the keys and the choices lie in, and where it is from.
  private let memory: WalkerMemory
  private let memories: WalkerMemoryPool
  let maximumDepth: Int
  let maximumRecordBytes: Int

  init(
    definitions: Definitions, memories: WalkerMemoryPool, options: ValidationOptions, given: FHIRRelease?,
    batchLimit: Int?
  ) {
    schema = definitions.schema
    roles = definitions.roles
    invariants = definitions.invariants
    gates = invariants.gates
    bundle = BundleState(options.bundleLimits)
    release = definitions.release
    self.given = given
    tellsReleases = options.tellsReleases && given == nil
    tape = .empty
    place = RecordPlace(role: .document, base: 0)
    rows = schema.rows
    findings = Findings(limit: options.maximumIssuesPerRecord, batchLimit: batchLimit, schema: schema)
    narrative = NarrativeScanner(limit: options.maximumIssuesPerRecord)
    maximumDepth = options.readableDepth
    maximumRecordBytes = options.maximumRecordBytes
    path = ElementPath(maximumDepth: maximumDepth)
    self.memories = memories
    memory = memories.take()
    goodSystems = memory.goodSystems
    goodUnits = memory.goodUnits
    goodCodes = memory.goodCodes
    goodValues = memory.goodValues
    goodReferences = memory.goodReferences
    valueKeys = memory.valueKeys
    choices = memory.choices
  }

  deinit { memories.giveBack(memory) }

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
    case .reference, .codeableConcept, .dataType, .abstractResource, .primitive: break
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

  /// Something other than an array where an element repeats: judged all the same where it may be an item.
  @inline(never)
  private mutating func walkInsteadOfArray(_ value: Int, _ member: Int, owner: Int) {
    if tape.tag(value) == .null { return reportNull(value, member, index: -1) }
    reportExpectedArray(value, member)
    let kind = members[member].kind
    if kind != .comments, tape.tag(value) == .object || kind.isPrimitive {
      walkValue(value, member, index: -1, owner: owner)
    }
  }

  /// Judges one value of a member; `index` is its place in an array, -1 for a single value.
  @inline(__always)
  private mutating func walkValue(_ value: Int, _ member: Int, index: Int, owner: Int) {
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
  private mutating func walkComplex(_ value: Int, _ member: Int, index: Int) {
    guard tape.tag(value) == .object else {
      reportNotComplex(value, member, index: index)
      return
    }
    path.push(member: member, index: index)
    if member == roles.bundleEntry.member { noteEntry(value, number: max(index, 0)) }
    let row = members[member]
    let element = row.flags.contains(.constrained) ? Int(row.element) : -1
    if isOftenRepeated(Int(row.type)) {
      walkRepeated(value, member, type: Int(row.type), element: element)
    } else {
      walkObject(value, type: Int(row.type), element: element)
    }
    if member == roles.bundleEntry.member { leaveEntry() }
    if row.valueSet != 0 { checkBinding(value, member) }
    path.pop()
  }

  /// A single element may not be an array; its items are judged all the same.
  @inline(never)
  private mutating func reportNotComplex(_ value: Int, _ member: Int, index: Int) {
    switch tape.tag(value) {
    case .null:
      reportNull(value, member, index: index)
    case .array where index < 0:
      reportUnexpectedArray(value, member)
      let end = tape.next(value)
      var item = value + 2
      while item < end {
        if tape.tag(item) == .object { walkComplex(item, member, index: -1) }
        item = tape.next(item)
      }
    default:
      reportWrongKind(value, member, index: index)
    }
  }
}
