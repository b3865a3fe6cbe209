import Diagnostics
import FHIRSchema
import FHIRView
import JSONTape

/// The one walk over a record: each value is visited once, next to the row that says what may stand there.
///
/// The loop only finds that something is off, by a mask or a comparison; what it is and how it is said stands with the
/// rule, in `Rules/`. Nothing on the way of a sound record allocates.
struct Walker: ~Copyable {
  let schema: SchemaTable
  let rows: SchemaRows
  var members: UnsafePointer<MemberRow> { rows.members }
  let well: WellKnownRows
  var findings: Findings
  var path: ElementPath
  /// The record in hand.
  var tape: Tape
  var place: RecordPlace
  /// The records of the value in hand: each one's tape index and that of the object that holds it.
  var records: [(index: Int, entry: Int)] = []
  /// Whether somebody wants to see ``records``.
  var listsRecords = false
  /// The innermost resource that is not contained: findings name it.
  var record = -1
  /// What findings call that resource, once one needs it.
  var label: (record: Int, label: RecordLabel?) = (-1, nil)
  /// The resource whose `contained` a local reference means.
  var container = -1
  var containedIDs = ContainedIDs()
  /// What was said of missing elements, by element and type: see `reportMissing`.
  var missingSentences: [Int: Wording] = [:]
  /// Decoded text of a string with escapes.
  var scratch = PaddedBuffer(capacity: 256)
  /// The choice variant that was seen, by nesting depth and slot; read only where the slot was seen.
  private let choices: UnsafeMutablePointer<UInt16>
  let maximumDepth: Int

  init(schema: SchemaTable, well: WellKnownRows, options: ValidationOptions) {
    self.schema = schema
    tape = .empty
    place = RecordPlace(role: .document, base: 0)
    rows = schema.rows
    self.well = well
    findings = Findings(limit: options.maximumIssuesPerRecord)
    maximumDepth = options.readableDepth
    path = ElementPath(maximumDepth: maximumDepth)
    choices = .allocate(capacity: (maximumDepth + 2) * 64)
  }

  deinit { choices.deallocate() }

  // MARK: - Objects

  /// Judges the members of the object at `index` as those of a type.
  ///
  /// Most members are single strings: the way of those is the shortest.
  mutating func walkObject(_ index: Int, type: Int) {
    let row = rows.types + type
    let end = tape.next(index)
    var key = index &+ 2
    guard key < end else { return reportEmptyObject(index) }
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
    if siblings != 0 { checkSiblings(of: index, type: type) }
    if strangers > 1 { checkStrangers(of: index, type: type) }
    let missing = row.pointee.required & ~(seen | siblings)
    if missing != 0 { reportMissing(missing, in: index, type: type) }
    switch row.pointee.category {
    case .extension: checkExtension(index, seen: seen)
    case .meta: if seen & well.metaProfile != 0 { countProfiles(of: index) }
    case .reference, .codeableConcept, .coding, .dataType, .nested, .resource, .abstractResource, .primitive: break
    }
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
    if flags.contains(.prohibited) { reportProhibited(value - 1, member) }
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
      if tape.tag(value) != .string, tape.tag(value) != .escapedString {
        reportWrongKind(value, member, index: index)
      }
    default:
      checkPrimitive(value, member, index: index, owner: owner)
    }
  }

  @inline(__always)
  private mutating func walkComplex(_ value: Int, _ member: Int, index: Int) {
    guard tape.tag(value) == .object else {
      reportNotComplex(value, member, index: index)
      return
    }
    path.push(member: member, index: index)
    walkObject(value, type: Int(members[member].type))
    if members[member].valueSet != 0 { checkBinding(value, member) }
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
