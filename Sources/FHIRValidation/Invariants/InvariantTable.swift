import Diagnostics
import FHIRPath
import FHIRSchema
import Synchronization

/// The invariants of a release, in the order in which the walk asks for them.
final class InvariantTable: Sendable {
  let schema: SchemaTable
  private let model: DeferredModel
  let gates: InvariantGates
  private let contexts: [Int]
  /// What a finding says, by the number of the invariant that is broken.
  private let names: [InvariantName]
  /// The numbers of those that the walk judges itself, by their keys.
  private let natives: [String: Int]
  private let compiled: CompiledInvariants

  init(_ schema: SchemaTable, _ roles: SchemaRoles, model: DeferredModel) {
    self.schema = schema
    self.model = model
    var draft = InvariantTableDraft(schema, roles)
    let types = schema.typeNames.indices.map { type in
      InvariantGates.OfType(silent: draft.silentMembers(of: type), run: draft.gates(ofType: type))
    }
    let elements = schema.elements.indices.map { draft.gates(ofElement: $0) }
    gates = InvariantGates(
      types: types, elements: elements, entries: draft.entries,
      shortcuts: schema.invariants.map(InvariantShortcut.init))
    contexts = draft.contexts
    names = schema.invariants.map(InvariantName.init)
    natives = Dictionary(
      schema.invariants.indices.filter { schema.invariants[$0].isNative }.map { (schema.invariants[$0].key, $0) },
      uniquingKeysWith: { first, _ in first })
    compiled = CompiledInvariants(count: schema.invariants.count)
  }

  deinit {
    gates.deallocate()
    compiled.deallocate()
  }

  /// The expression of an invariant, compiled when it is first asked for.
  func expression(_ number: Int) -> FHIRPathExpression {
    if let expression = compiled[number] { return expression }
    do {
      let expression = try FHIRPathExpression(
        schema.invariants[number].expression, model: model.value, context: contexts[number])
      return compiled.keep(expression, number)
    } catch {
      // The expressions are part of the package, and a test judges by each.
      preconditionFailure("the expression of \(schema.invariants[number].key) cannot be compiled: \(error)")
    }
  }

  /// What a finding says of an invariant that is broken.
  func name(_ number: Int) -> InvariantName { names[number] }

  /// The same of one that the walk judges itself, by its key.
  func native(_ key: String) -> InvariantName? { natives[key].map { names[$0] } }
}

/// The expressions of invariants by their numbers, those that were needed so far: most inputs need a few only.
///
/// A place is filled once and then only read, so that any number of runs share it without a lock or a copy.
private struct CompiledInvariants: @unchecked Sendable {
  // @unchecked: each place is atomic, and the memory belongs to the table.

  private final class Compiled: Sendable {
    let expression: FHIRPathExpression

    init(_ expression: FHIRPathExpression) { self.expression = expression }
  }

  private let places: UnsafeMutableBufferPointer<AtomicLazyReference<Compiled>>

  init(count: Int) {
    places = .allocate(capacity: count)
    for place in places.indices { places.initializeElement(at: place, to: AtomicLazyReference()) }
  }

  func deallocate() {
    places.deinitialize()
    places.deallocate()
  }

  subscript(number: Int) -> FHIRPathExpression? { places[number].load()?.expression }

  /// Fills a place, unless another thread has been faster: then theirs is what all go on with.
  func keep(_ expression: FHIRPathExpression, _ number: Int) -> FHIRPathExpression {
    places[number].storeIfNil(Compiled(expression)).expression
  }
}

/// The gates as bare pointers: what the walk carries, so that no question retains or releases the table.
///
/// Good for as long as the ``InvariantTable`` that it is a part of.
struct InvariantGates: @unchecked Sendable {
  // @unchecked: the memory is written once, before the table exists, and never again.

  /// What the walk asks of every object of a type.
  struct OfType {
    /// The members that do not make an element say something: its id and comments; none for what is no element.
    var silent: UInt64
    var run: Run
  }

  /// A run of entries.
  struct Run {
    var first: UInt32 = 0
    var end: UInt32 = 0
  }

  /// What an object must be like to break an invariant. An invariant may have several, one behind the other.
  struct Entry {
    var gate: PresenceGate
    var invariant: Int
  }

  /// By the row of a type.
  let types: UnsafePointer<OfType>
  /// By the number of an element.
  let elements: UnsafePointer<Run>
  let entries: UnsafePointer<Entry>
  /// By the number of an invariant.
  let shortcuts: UnsafePointer<InvariantShortcut>

  fileprivate init(types: [OfType], elements: [Run], entries: [Entry], shortcuts: [InvariantShortcut]) {
    self.types = Self.copy(types)
    self.elements = Self.copy(elements)
    self.entries = Self.copy(entries)
    self.shortcuts = Self.copy(shortcuts)
  }

  fileprivate func deallocate() {
    types.deallocate()
    elements.deallocate()
    entries.deallocate()
    shortcuts.deallocate()
  }

  private static func copy<Row>(_ rows: [Row]) -> UnsafePointer<Row> {
    let copy = UnsafeMutablePointer<Row>.allocate(capacity: max(rows.count, 1))
    copy.initialize(from: rows, count: rows.count)
    return UnsafePointer(copy)
  }
}

/// The rule, the severity and the words of an invariant.
struct InvariantName {
  let rule: RuleID
  let severity: Severity
  private let expected: String
  private let found: String
  private let sentence: String

  init(_ invariant: SchemaInvariant) {
    rule = RuleID(rawValue: "invariant/\(invariant.key)")
    severity = invariant.isWarning ? .warning : .error
    (expected, found) = (invariant.expected, invariant.found)
    sentence = Self.sentence(expected, found)
  }

  /// What was expected and found, in the words of the row unless others are given.
  func message(_ expected: String? = nil, _ found: String? = nil) -> String {
    expected == nil && found == nil ? sentence : Self.sentence(expected ?? self.expected, found ?? self.found)
  }

  private static func sentence(_ expected: String, _ found: String) -> String { "expected \(expected), found \(found)" }
}
