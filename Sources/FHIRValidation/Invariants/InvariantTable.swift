import FHIRPath
import FHIRSchema

/// The invariants of a release, in the order in which the walk asks for them.
final class InvariantTable: Sendable {
  let schema: SchemaTable
  private let model: DeferredModel
  let gates: InvariantGates
  /// The fast forms that were needed so far, by the number of the invariant.
  let forms: LazyObjects<FastForm>
  private let expressions: LazyObjects<CompiledInvariant>
  private let contexts: [Int]
  /// What a finding says, by the number of the invariant that is broken.
  private let names: [InvariantName]
  /// The numbers of those that the walk judges itself: see ``NativeInvariant/numbers(_:)``.
  private let natives: [Int]
  private let shortcuts: Shortcuts

  /// - Throws: where the definitions name a native judgement that is not what their expression says. An expression that
  ///   cannot be compiled is found when it is needed, or by ``faults()``.
  init(
    _ schema: SchemaTable, _ roles: SchemaRoles, model: DeferredModel, _ shortcuts: Shortcuts
  ) throws(SchemaError) {
    self.schema = schema
    self.shortcuts = shortcuts
    self.model = model
    natives = try NativeInvariant.numbers(schema)
    var draft = InvariantTableDraft(schema, roles, hasGates: shortcuts.contains(.gates))
    let types = schema.typeNames.indices.map { type in
      InvariantGates.OfType(silent: draft.silentMembers(of: type), run: draft.gates(ofType: type))
    }
    let elements = schema.elements.indices.map { draft.gates(ofElement: $0) }
    gates = InvariantGates(types: types, elements: elements, entries: draft.entries)
    contexts = draft.contexts
    names = schema.invariants.map(InvariantName.init)
    forms = LazyObjects(count: schema.invariants.count)
    expressions = LazyObjects(count: schema.invariants.count)
  }

  deinit {
    gates.deallocate()
    forms.deallocate()
    expressions.deallocate()
  }

  /// Makes the fast form of an invariant.
  @inline(never)
  func makeForm(_ number: Int) -> Unmanaged<FastForm> {
    // No expression is an open form.
    let expression = shortcuts.contains(.forms) ? schema.invariants[number].expression : ""
    return forms.keep(FastForm(expression, schema: schema, context: contexts[number]), number)
  }

  /// The expression of an invariant, compiled when it is first asked for.
  func expression(_ number: Int) throws(FHIRPathError) -> FHIRPathExpression {
    let compiled =
      expressions[number]
      ?? expressions.keep(
        CompiledInvariant(schema.invariants[number].expression, model: model.value, context: contexts[number]), number)
    return try compiled._withUnsafeGuaranteedRef { $0.expression }.get()
  }

  /// The invariants whose expressions cannot be compiled: each is a fault of the definitions, and no record breaks it.
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

  /// What the truth of an expression says of the element.
  ///
  /// The one place that knows what the empty collection means: the definitions say it, see ``EmptyResult``.
  func isBroken(_ truth: Bool?) -> Bool {
    switch truth {
    case .some(let isTrue): !isTrue
    case .none: schema.emptyResult == .broken
    }
  }

  /// What a finding says of an invariant that is broken.
  func name(_ number: Int) -> InvariantName { names[number] }

  /// The same of one that the walk judges itself; `nil` where the release has none.
  func native(_ native: NativeInvariant) -> InvariantName? {
    let number = natives[native.rawValue]
    return number >= 0 ? names[number] : nil
  }

  /// Whether the release has an invariant that the walk judges itself: a question that each record may ask.
  func has(_ native: NativeInvariant) -> Bool { natives[native.rawValue] >= 0 }
}

/// What came of compiling an expression.
private final class CompiledInvariant: Sendable {
  let expression: Result<FHIRPathExpression, FHIRPathError>

  init(_ text: String, model: FHIRPathModel, context: Int) {
    expression = Result { () throws(FHIRPathError) in
      try FHIRPathExpression(text, model: model, context: context)
    }
  }
}
