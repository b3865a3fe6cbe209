import FHIRDiagnostics
import FHIRSchema
import FHIRTape
import FHIRView

/// Where the walk stands in a record, and where findings about it go: all that a judge is given.
///
/// A judge reads the tape and the rows of the release through it, and reports with it (`RecordCursor+Report`). The wording of
/// each rule is an extension of it, in `Rules/`. It knows no judge and nothing of the walk.
struct RecordCursor: ~Copyable {
  /// The current record.
  var tape: Tape
  /// Where that stands in the input.
  var place: RecordPlace
  /// The way from the record to the current element.
  var path: ElementPath
  /// The release that the current resource is judged by.
  var release: ReleaseInUse
  var findings: Findings
  /// Counts of what was read.
  var counts = RecordCounts()
  private let rules: RuleSelection
  /// Whether some rule is off.
  private let isSelective: Bool
  /// The innermost resource that is not contained, -1 for none: findings name it.
  var record = -1
  /// The resource whose `contained` a local reference means, -1 for none.
  var container = -1
  /// The resource whose type was looked up last.
  private var known = ResourceType()
  /// Decoded text of a string with escapes.
  var scratch = PaddedBuffer()

  init(_ release: ReleaseInUse, _ options: ValidationOptions, batchLimit: Int?) {
    tape = .empty
    place = RecordPlace(role: .document, base: 0)
    path = ElementPath(maximumDepth: options.readableDepth)
    path.base = ReleaseRow.base(of: release.number)
    self.release = release
    rules = options.rules
    isSelective = !options.rules.isWhole
    findings = Findings(
      limit: options.maximumIssuesPerRecord, batchLimit: batchLimit,
      tables: SchemaTables(release.schema, as: release.number))
  }

  /// Begins with a record.
  mutating func begin(_ tape: Tape, _ place: RecordPlace) {
    self.tape = tape
    self.place = place
    path.removeAll()
    path.root = .nothing
    record = -1
    container = -1
    known.resource = -1
    findings.places.leaveRecord()
    findings.beginRecord()
  }

  /// Judges by a release from here on.
  mutating func use(_ release: ReleaseInUse) {
    self.release = release
    path.base = ReleaseRow.base(of: release.number)
    known.resource = -1
  }

  // MARK: - Rules

  /// Whether a rule is switched off: it is neither reported nor counted.
  @inline(__always)
  func isOff(_ rule: RuleID) -> Bool { isSelective && !rules.contains(rule) }

  /// A number that grows with all that judging a value leaves behind.
  var traces: Int { findings.traces &+ counts.traces }

  // MARK: - The release

  @inline(__always) var schema: SchemaTable { release.schema }
  @inline(__always) var rows: SchemaRows { release.rows }
  @inline(__always) var members: UnsafePointer<MemberRow> { release.rows.members }
  @inline(__always) var roles: SchemaRoles { release.roles }
  @inline(__always) var invariants: InvariantTable { release.invariants }

  // MARK: - Types of resources

  /// What is known of the type of a resource.
  struct ResourceType {
    /// The tape index of the resource, -1 for none.
    var resource = -1
    /// The tape index of what it says of its type, -1 for nothing.
    var typeIndex = -1
    /// The row of the type, -1 where the release has none of this name.
    var type = -1
  }

  /// The row of the type of the resource at `index`, -1 when it has none that the release knows.
  mutating func resourceType(of index: Int) -> Int { knownType(of: index).type }

  /// What the resource at `index` says of its type.
  mutating func knownType(of index: Int) -> ResourceType {
    if known.resource != index {
      _ = resourceType(of: index, at: tape.tag(index) == .object ? ResourceView(tape, index).typeIndex ?? -1 : -1)
    }
    return known
  }

  /// The row of the type of a resource, where the tape index of what it says of its type is known, -1 for nothing.
  mutating func resourceType(of index: Int, at typeIndex: Int) -> Int {
    known = ResourceType(resource: index, typeIndex: typeIndex)
    guard typeIndex >= 0, isText(typeIndex) else { return -1 }
    let name = text(typeIndex)
    if name.count < 128 { known.type = rows.resource(named: name.bytes, length: name.count) }
    return known.type
  }

  /// The row of the type of a resource where that was looked up last; `nil` for any other, and for a name without a row.
  func lastType(of index: Int) -> Int? { known.resource == index && known.type >= 0 ? known.type : nil }
}
