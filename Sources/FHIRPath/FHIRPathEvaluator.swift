package import JSONTape

/// Evaluates expressions over records.
///
/// It keeps the memory of one evaluation for the next, so make one a thread and use it for all records.
///
/// ```swift
/// var evaluator = FHIRPathEvaluator()
/// let record = try FHIRPathRecord(bytes)
/// for value in try evaluator.evaluate(expression, over: record) { print(value) }
/// ```
public struct FHIRPathEvaluator: ~Copyable {
  private var machine: Machine

  /// Makes an evaluator.
  public init(limits: FHIRPathLimits = FHIRPathLimits()) {
    machine = Machine(Program.nothing, limits: limits)
  }

  /// Called by `trace()` with its name and the items that pass.
  public var trace: ((String, [FHIRPathValue]) -> Void)? {
    get { machine.trace }
    set { machine.trace = newValue }
  }

  /// Sets the clock that `now()`, `today()` and `timeOfDay()` read; without it, it is the system's.
  ///
  /// - Parameters:
  ///   - secondsSince1970: in Greenwich's time.
  ///   - milliseconds: what has passed of that second, from 0 to 999.
  ///   - offset: the zone, in minutes east of Greenwich.
  public mutating func setClock(secondsSince1970: Int, milliseconds: Int = 0, offset: Int = 0) {
    // The years from 1 to 9999.
    machine.fixedInstant = Instant(
      secondsSince1970: min(max(secondsSince1970, -62_135_510_400), 253_402_214_400),
      milliseconds: min(max(milliseconds, 0), 999), offset: min(max(offset, -14 * 60), 14 * 60))
  }

  // MARK: - Over whole records

  /// Evaluates an expression over a record, and gives all items of the result.
  public mutating func evaluate(
    _ expression: FHIRPathExpression, over record: borrowing FHIRPathRecord
  ) throws(FHIRPathError) -> [FHIRPathValue] {
    try evaluate(expression, over: record.tape)
  }

  /// Evaluates an expression over a record, and gives its truth: `nil` for the empty collection.
  public mutating func evaluateBoolean(
    _ expression: FHIRPathExpression, over record: borrowing FHIRPathRecord
  ) throws(FHIRPathError) -> Bool? {
    let node = root(of: record.tape, expression)
    return try evaluateBoolean(expression, over: record.tape, at: node, resource: node, root: node)
  }

  /// As ``evaluate(_:over:)-(_,FHIRPathRecord)``, for the value at an index of a tape.
  ///
  /// - Parameter scope: the tape index of the resource, such as a Bundle, whose entries references may point to.
  package mutating func evaluate(
    _ expression: FHIRPathExpression, over tape: Tape, at index: Int = 0, scope: Int? = nil
  ) throws(FHIRPathError) -> [FHIRPathValue] {
    let node = root(of: tape, at: index, expression)
    begin(expression, tape, node, node, node, scope: scope)
    try machine.evaluate(expression.program.root, Frame(this: node.item))
    return machine.results()
  }

  private mutating func root(of tape: Tape, at index: Int = 0, _ expression: FHIRPathExpression) -> FHIRPathNode {
    machine.load(expression.program)
    machine.tape = tape
    return FHIRPathNode(resource: index, type: Int(machine.resourceRow(at: index)))
  }

  // MARK: - On elements

  /// Evaluates an expression on one element, and gives its truth by the rules for single items: `nil` for the empty
  /// collection.
  ///
  /// - Parameters:
  ///   - node: `$this` and `%context`.
  ///   - resource: `%resource`, the innermost resource around the element.
  ///   - root: `%rootResource`, the resource that contains that one, or the same.
  ///   - scope: the tape index of the resource whose entries references may point to; by default that of the root.
  package mutating func evaluateBoolean(
    _ expression: FHIRPathExpression, over tape: Tape, at node: FHIRPathNode, resource: FHIRPathNode,
    root: FHIRPathNode, scope: Int? = nil
  ) throws(FHIRPathError) -> Bool? {
    begin(expression, tape, node, resource, root, scope: scope)
    switch try machine.boolean(expression.program.root, Frame(this: node.item)) {
    case .yes: return true
    case .no: return false
    case .unknown: return nil
    }
  }

  private mutating func begin(
    _ expression: FHIRPathExpression, _ tape: Tape, _ node: FHIRPathNode, _ resource: FHIRPathNode,
    _ root: FHIRPathNode, scope: Int?
  ) {
    machine.load(expression.program)
    machine.begin()
    machine.tape = tape
    machine.context = node.item
    machine.resource = resource.item
    machine.rootResource = root.item
    machine.scope = scope ?? root.item.index
  }
}

extension Program {
  /// The program that an evaluator has before its first expression.
  fileprivate static let nothing: Program = {
    do {
      return try Compiler.compile("{}", model: .dstu2, context: -1)
    } catch {
      preconditionFailure("the empty collection is an expression: \(error)")
    }
  }()
}
