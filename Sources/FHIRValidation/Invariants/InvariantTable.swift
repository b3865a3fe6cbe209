import FHIRFindings
import FHIRPath
import FHIRSchema
import Synchronization

/// The invariants of a release, in the order in which the walk tests them.
final class InvariantTable: Sendable {
  let schema: SchemaTable
  private let model: DeferredModel
  let gates: InvariantGates
  /// The fast forms made so far, by the number of the invariant.
  let forms: LazyObjects<FastForm>
  private let expressions: LazyObjects<CompiledInvariant>
  private let contexts: [TypeID]
  /// The wording of the findings made so far, by the number of the broken invariant.
  private let names: LazyObjects<InvariantName>
  /// The numbers of the invariants that the walk judges itself: see ``NativeInvariant/numbers(_:)``.
  private let natives: [Int]
  private let shortcuts: Shortcuts

  /// - Throws: an error if the definitions name a native judgement for another expression; ``faults()`` finds others.
  init(_ schema: SchemaTable, _ roles: SchemaRoles, model: DeferredModel, _ shortcuts: Shortcuts) throws(SchemaError) {
    self.schema = schema
    self.shortcuts = shortcuts
    self.model = model
    natives = try NativeInvariant.numbers(schema)
    var draft = InvariantTableDraft(schema, roles, hasGates: shortcuts.contains(.gates))
    let types = schema.typeIDs.map { type in
      InvariantGates.OfType(silent: draft.silentMembers(of: type), run: draft.gates(ofType: type))
    }
    let elements = schema.elements.indices.map { draft.gates(ofElement: $0) }
    gates = InvariantGates(types: types.immortal(), elements: elements.immortal(), entries: draft.entries.immortal())
    contexts = draft.contexts
    names = LazyObjects(count: schema.invariants.count)
    forms = LazyObjects(count: schema.invariants.count)
    expressions = LazyObjects(count: schema.invariants.count)
  }

  deinit {
    gates.deallocate()
    forms.deallocate()
    expressions.deallocate()
    names.deallocate()
  }

  @inline(never) func makeForm(_ number: Int) -> Unmanaged<FastForm> {
    // No expression is an open form.
    let expression = shortcuts.contains(.forms) ? schema.invariants[number].expression : ""
    return forms.keep(FastForm(expression, schema: schema, context: contexts[number]), number)
  }

  func expression(_ number: Int) throws(FHIRPathError) -> FHIRPathExpression {
    let compiled =
      expressions[number]
      ?? expressions.keep(
        CompiledInvariant(schema.invariants[number].expression, model: model.value, context: contexts[number]), number)
    return try compiled._withUnsafeGuaranteedRef { $0.expression }.get()
  }

  /// The invariants whose expressions cannot be compiled: each is a fault of the definitions, not of a record.
  func faults() -> [SchemaError] {
    schema.invariants.indices.compactMap { number in
      do throws(FHIRPathError) {
        _ = try expression(number)
        return nil
      } catch {
        return SchemaError(schema.release.name, "the invariant \(schema.invariants[number].key): \(error)")
      }
    }
  }

  /// Whether a result of an expression means that the element breaks the invariant. Only this function interprets the
  /// empty collection: the definitions state its meaning, see ``EmptyResult``.
  func isBroken(_ truth: Bool?) -> Bool { truth.map { !$0 } ?? (schema.emptyResult == .broken) }

  func name(_ number: Int) -> InvariantName {
    let name = names[number] ?? names.keep(InvariantName(schema.invariants[number]), number)
    return name.takeUnretainedValue()
  }

  /// The wording for an invariant that the walk judges itself; `nil` if the release does not have it.
  func native(_ native: NativeInvariant) -> InvariantName? {
    let number = natives[native.rawValue]
    return number >= 0 ? name(number) : nil
  }

  /// Whether the release has an invariant that the walk judges itself. Must be fast: each record may test it.
  func has(_ native: NativeInvariant) -> Bool { natives[native.rawValue] >= 0 }
}

private final class CompiledInvariant: Sendable {
  let expression: Result<FHIRPathExpression, FHIRPathError>

  init(_ text: String, model: FHIRPathModel, context: TypeID) {
    expression = Result { () throws(FHIRPathError) in try FHIRPathExpression(text, model: model, context: context) }
  }
}

extension Severity {
  init(_ degree: SchemaInvariant.Degree) {
    switch degree {
    case .error: self = .error
    case .warning: self = .warning
    case .information: self = .information
    }
  }
}

final class InvariantName: Sendable {
  let rule: RuleID
  let severity: Severity
  private let expected: String
  private let found: String
  private let sentence: String

  init(_ invariant: SchemaInvariant) {
    rule = RuleID(rawValue: "invariant/\(invariant.key)")
    severity = Severity(invariant.degree)
    (expected, found) = (invariant.expected, invariant.found)
    sentence = Self.sentence(expected, found)
  }

  /// What was expected and found, in the words of the row unless the caller gives others.
  func message(_ expected: String? = nil, _ found: String? = nil) -> String {
    expected == nil && found == nil ? sentence : Self.sentence(expected ?? self.expected, found ?? self.found)
  }

  private static func sentence(_ expected: String, _ found: String) -> String { "expected \(expected), found \(found)" }
}

/// Objects by number, each made on first use, as most inputs need few. A place is filled once, so runs share it without a
/// lock or a copy. An object lives as long as the memory, so readers need not retain it.
struct LazyObjects<Object: AnyObject & Sendable>: @unchecked Sendable {
  // @unchecked: each place is atomic, and the creator owns the memory.

  private let places: UnsafeMutablePointer<Atomic<Unmanaged<Object>?>>
  private let count: Int

  init(count: Int) {
    self.count = count
    places = .allocate(capacity: max(count, 1))
    for place in 0..<count { (places + place).initialize(to: Atomic(nil)) }
  }

  func deallocate() {
    for place in 0..<count { (places + place).pointee.load(ordering: .acquiring)?.release() }
    places.deinitialize(count: count)
    places.deallocate()
  }

  @inline(__always) subscript(number: Int) -> Unmanaged<Object>? { places[number].load(ordering: .acquiring) }

  /// Fills a place, unless another thread has filled it first: then every caller uses that object.
  func keep(_ object: Object, _ number: Int) -> Unmanaged<Object> {
    let own = Unmanaged.passRetained(object)
    let (_, other) = places[number].compareExchange(expected: nil, desired: own, ordering: .acquiringAndReleasing)
    guard let other else { return own }
    own.release()
    return other
  }
}
