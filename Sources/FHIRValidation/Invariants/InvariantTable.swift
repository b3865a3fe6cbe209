import Diagnostics
import FHIRPath
import FHIRSchema

/// The invariants of a release, compiled, in the order in which the walk asks for them.
final class InvariantTable: @unchecked Sendable {
  // @unchecked: the memory is written in the initialiser and never again.

  /// What the walk asks of every object of a type.
  struct TypeChecks {
    /// The members that do not make an element say something: its id and comments; none for what is no element.
    var silent: UInt64
    var gates: Gates
  }

  /// A run of ``gates``.
  struct Gates {
    var first: UInt32 = 0
    var end: UInt32 = 0
  }

  /// Something that may be wrong, and the program that tells.
  struct Entry {
    var gate: PresenceGate
    var invariant: Int
  }

  let schema: SchemaTable
  /// By the row of a type.
  let types: UnsafeMutablePointer<TypeChecks>
  /// By the number of an element.
  let elements: UnsafeMutablePointer<Gates>
  let entries: UnsafeMutablePointer<Entry>
  /// By the number of an invariant; `nil` for those that the walk judges itself.
  let expressions: [FHIRPathExpression?]

  /// That of DSTU2, made when it is first used.
  static let dstu2 = InvariantTable(.dstu2)

  init(_ schema: SchemaTable) {
    self.schema = schema
    var draft = InvariantTableDraft(schema)
    let typeChecks = schema.typeNames.indices.map { type in
      TypeChecks(silent: draft.silentMembers(of: type), gates: draft.gates(ofType: type))
    }
    let elementGates = schema.elements.indices.map { draft.gates(ofElement: $0) }
    expressions = draft.expressions
    types = .allocate(capacity: typeChecks.count)
    types.initialize(from: typeChecks, count: typeChecks.count)
    elements = .allocate(capacity: elementGates.count)
    elements.initialize(from: elementGates, count: elementGates.count)
    entries = .allocate(capacity: max(draft.entries.count, 1))
    entries.initialize(from: draft.entries, count: draft.entries.count)
  }

  /// What a finding says of an invariant that is broken.
  func name(_ number: Int) -> InvariantName { InvariantName(schema.invariants[number]) }

  /// One of those that the walk judges itself, by its key.
  func native(_ key: String) -> InvariantName? {
    schema.invariants.first { $0.key == key && $0.isNative }.map(InvariantName.init)
  }

  deinit {
    types.deallocate()
    elements.deallocate()
    entries.deallocate()
  }
}

/// The rule, the severity and the words of an invariant.
struct InvariantName {
  private let invariant: SchemaInvariant

  init(_ invariant: SchemaInvariant) { self.invariant = invariant }

  var rule: RuleID { RuleID(rawValue: "invariant/\(invariant.key)") }
  var severity: Severity { invariant.isWarning ? .warning : .error }

  /// What was expected and found, in the words of the row unless others are given.
  func message(_ expected: String? = nil, _ found: String? = nil) -> String {
    "expected \(expected ?? invariant.expected), found \(found ?? invariant.found)"
  }
}
