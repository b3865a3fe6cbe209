import FHIRFindings
import FHIRSchema
import FHIRTape

/// The position of the walk in a record, and the receiver of findings: all that a judge gets. A judge uses it to read
/// the tape and the rows of the release, and to report (`RecordCursor+Report`). The wording of each rule is an
/// extension of it, in `Rules/`. It has no reference to a judge or to the walk.
struct RecordCursor: ~Copyable {
  var tape: Tape
  var place: RecordPlace
  var path: ElementPath
  var release: ReleaseInUse
  private var keptFindings: Findings
  private var keptCounts = RecordCounts()
  /// What the verdict on the current value rests on so far.
  var basis = VerdictBasis.value
  var heldCodes: [HeldCode] = []
  /// How many codes of vital signs observations have, which a release may publish profiles for.
  var vitalSigns = 0
  private let rules: RuleSelection
  private let isSelective: Bool
  /// The innermost resource that is not contained, `.none` if there is none; findings name it.
  var record = TapeIndex.none
  /// Whether it is judged, by the current release.
  var isJudged = false
  /// The resource whose `contained` a local reference refers to, `.none` if there is none.
  var container = TapeIndex.none
  /// The type of the resource that was looked up last.
  var known = ResourceType()
  /// Decoded text of a string with escapes.
  var scratch = PaddedBuffer()

  init(_ release: ReleaseInUse, _ options: ValidationOptions) {
    tape = .empty
    place = RecordPlace(role: .document, base: 0)
    path = ElementPath(maximumDepth: options.readableDepth)
    path.base = ReleaseRow.base(of: release.number)
    self.release = release
    rules = options.rules
    isSelective = !options.rules.isWhole
    keptFindings = Findings(
      limit: options.maximumFindingsPerRecord, tables: SchemaTables(release.schema, as: release.number))
  }

  mutating func leaveInput() {
    keptFindings.leaveInput()
    keptCounts = RecordCounts()
    basis = .value
  }

  mutating func begin(_ tape: Tape, _ place: RecordPlace) {
    self.tape = tape
    self.place = place
    path.removeAll()
    path.root = .nothing
    record = .none
    container = .none
    known.resource = .none
    heldCodes.removeAll(keepingCapacity: true)
    findings.places.leaveRecord()
    findings.beginRecord()
  }

  mutating func use(_ release: ReleaseInUse) {
    self.release = release
    path.base = ReleaseRow.base(of: release.number)
    known.resource = .none
  }

  /// Where the cursor is: all that a move to another record changes.
  typealias Position = (
    tape: Tape, place: RecordPlace, root: ElementPath.Root, steps: [ElementPath.Step], record: TapeIndex,
    container: TapeIndex
  )

  var position: Position { (tape, place, path.root, Array(path.steps), record, container) }

  /// Moves to a record that is judged later than its neighbours, or back.
  mutating func move(to position: Position) {
    (tape, place, record, container) = (position.tape, position.place, position.record, position.container)
    path.restore(position.root, position.steps)
    known.resource = .none
    // Of records that are not judged nothing is left for later.
    isJudged = true
    findings.places.leaveRecord()
  }

  // MARK: - Rules

  /// Whether a rule is switched off: it is neither reported nor counted.
  @inline(__always) func isOff(_ rule: RuleID) -> Bool { isSelective && !rules.contains(rule) }

  /// Whether nothing but information was found in the current record so far, so that the walk has visited all of it.
  var isSpotless: Bool { !isSelective && !keptFindings.hasWarning }

  // MARK: - What a value leaves

  /// The findings so far. Whoever changes them leaves something for each occurrence of the current value.
  var findings: Findings {
    _read { yield keptFindings }
    _modify {
      basis = .occurrence
      yield &keptFindings
    }
  }

  /// Records the place of a finding, and the number of the record that it names, -1 for none; returns its number.
  mutating func notePlace(_ target: FindingPath, record: Int) -> Int {
    basis = .occurrence
    return keptFindings.places.note(target, from: path, record: record)
  }

  /// Counts of what was read. Whoever changes them leaves something for each occurrence of the current value.
  var counts: RecordCounts {
    _read { yield keptCounts }
    _modify {
      basis = .occurrence
      yield &keptCounts
    }
  }

  /// Notes that the verdict on the current value rests on more than its bytes.
  @inline(__always) mutating func rest(on other: VerdictBasis) {
    // `max` would compare through the witness table.
    if basis < other { basis = other }
  }

  // MARK: - The release

  @inline(__always) var schema: SchemaTable { release.schema }
  @inline(__always) var rows: SchemaRows { release.rows }
  @inline(__always) var members: UnsafePointer<MemberRow> { release.rows.members }
  @inline(__always) var roles: SchemaRoles { release.roles.pointee }
  @inline(__always) var invariants: InvariantTable { release.invariants }

  // MARK: - Types of resources

  struct ResourceType {
    var resource = TapeIndex.none
    var typeIndex = TapeIndex.none
    /// The row of the type, `.none` if the release does not have it.
    var type = TypeID.none
  }

  mutating func resourceType(of index: TapeIndex) -> TypeID { knownType(of: index).type }

  mutating func knownType(of index: TapeIndex) -> ResourceType {
    if known.resource != index { _ = resourceType(of: index, at: tape.resourceTypeIndex(of: index) ?? TapeIndex.none) }
    return known
  }

  mutating func resourceType(of index: TapeIndex, at typeIndex: TapeIndex) -> TypeID {
    known = ResourceType(resource: index, typeIndex: typeIndex)
    guard typeIndex.exists, isText(typeIndex) else { return .none }
    let name = text(typeIndex)
    if name.count < 128 { known.type = rows.resource(named: name.bytes, length: name.count) }
    return known.type
  }
}

/// The value of a string as bytes, with readable padding after them.
struct TextBytes {
  var bytes: UnsafePointer<UInt8>
  var count: Int

  @inline(__always) var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

  /// Whether an address is a `urn:`, which has neither a server nor versions.
  @inline(__always) var isURN: Bool { count > 4 && Bytes.load(bytes) & 0xFFFF_FFFF == 0x3A6E_7275 }

  @inline(__always) func begins(_ start: StaticString) -> Bool {
    count >= start.utf8CodeUnitCount && Bytes.isEqual(bytes, start.utf8Start, start.utf8CodeUnitCount)
  }
}

extension RecordCursor {
  /// The value of the string at `index`: the lexeme itself, or a decoded copy that is valid until the next call.
  @inline(__always) mutating func text(_ index: TapeIndex) -> TextBytes {
    if tape.tag(index) == .string { return TextBytes(bytes: tape.lexeme(index), count: tape.length(index)) }
    return decode(index)
  }

  mutating func text(ofKey index: TapeIndex) -> TextBytes {
    if tape.tag(index) == .key { return TextBytes(bytes: tape.lexeme(index), count: tape.length(index)) }
    return decode(index)
  }

  @inline(never) mutating func decode(_ index: TapeIndex) -> TextBytes {
    var value: [UInt8] = []
    JSONString.unescape(UnsafeBufferPointer(start: tape.lexeme(index), count: tape.length(index)), into: &value)
    scratch.removeAll()
    value.withUnsafeBufferPointer { value in
      if let start = value.baseAddress { scratch.append(start, count: value.count) }
    }
    return TextBytes(bytes: UnsafePointer(scratch.bytes), count: scratch.count)
  }

  func value(of member: MemberID, in object: TapeIndex) -> TapeIndex? {
    let (tape, name) = (tape, schema.nameBytes(of: member))
    for key in tape.keys(of: object) where tape.string(key, equals: name.baseAddress!, name.count) { return key.value }
    return nil
  }

  @inline(__always) func holds(_ value: TapeIndex, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let tape = tape
    return text.baseAddress.map { tape.string(value, equals: $0, text.count) } ?? (tape.length(value) == 0)
  }

  @inline(__always) func isText(_ value: TapeIndex) -> Bool { tape.isString(value) }

  @inline(__always) func inputRange(_ range: Range<Int>) -> Range<Int> {
    place.inputOffset(range.lowerBound)..<place.inputOffset(range.upperBound - 1) + 1
  }
}
