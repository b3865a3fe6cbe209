import FHIRSchema
package import FHIRTape

/// Evaluates expressions over records.
///
/// It reuses the memory of one evaluation for the next, so make one evaluator per thread and use it for all records.
///
/// ```swift
/// var evaluator = FHIRPathEvaluator()
/// let record = try FHIRPathRecord(bytes)
/// for value in try evaluator.evaluate(expression, over: record) { print(value) }
/// ```
public struct FHIRPathEvaluator: ~Copyable {
  private let limits: FHIRPathLimits
  /// Runs the programs; `nil` before the first expression, which determines the release.
  private var machine: Machine?
  private var fixedInstant: Moment?

  /// Makes an evaluator for expressions of any release.
  public init(limits: FHIRPathLimits = FHIRPathLimits()) { self.limits = limits }

  /// Called by `trace()` with its name and the input items.
  public var trace: ((String, [FHIRPathValue]) -> Void)? { didSet { machine?.trace = trace } }

  /// Sets the clock that `now()`, `today()` and `timeOfDay()` read; the default is the system's clock.
  ///
  /// - Parameters:
  ///   - secondsSince1970: in UTC.
  ///   - milliseconds: the milliseconds of that second, from 0 to 999.
  ///   - offset: the zone, in minutes east of UTC.
  public mutating func setClock(secondsSince1970: Int, milliseconds: Int = 0, offset: Int = 0) {
    // The years from 1 to 9999.
    fixedInstant = Moment(
      secondsSince1970: min(max(secondsSince1970, -62_135_510_400), 253_402_214_400),
      milliseconds: min(max(milliseconds, 0), 999), offset: min(max(offset, -14 * 60), 14 * 60))
    machine?.fixedInstant = fixedInstant
  }

  /// What knows of value sets and profiles beyond those of the release.
  package var definitions: (any FHIRPathDefinitions)? { didSet { machine?.definitions = definitions } }

  package mutating func spentSteps() -> Int { machine?.spentSteps() ?? 0 }

  /// Frees the memory of the last evaluations if it is large, before the evaluator is idle for some time.
  package mutating func freeLargeMemory() { if machine?.isLarge ?? false { machine = nil } }

  // MARK: - Over whole records

  /// Evaluates an expression over a record, and returns all items of the result.
  public mutating func evaluate(
    _ expression: FHIRPathExpression, over record: borrowing FHIRPathRecord
  ) throws(FHIRPathError) -> [FHIRPathValue] {
    try evaluate(expression, over: record.tape)
  }

  /// Evaluates an expression over a record, and returns its truth value: `nil` for the empty collection.
  public mutating func evaluateBoolean(
    _ expression: FHIRPathExpression, over record: borrowing FHIRPathRecord
  ) throws(FHIRPathError) -> Bool? {
    let node = root(of: record.tape, at: .root, expression)
    return try evaluateBoolean(expression, over: record.tape, at: node, resource: node, root: node)
  }

  /// As ``evaluate(_:over:)-(_,FHIRPathRecord)``, for the value at an index of a tape.
  ///
  /// - Parameter scope: the tape index of the resource, such as a Bundle, whose entries can be targets of references.
  package mutating func evaluate(
    _ expression: FHIRPathExpression, over tape: Tape, at index: TapeIndex = .root, scope: TapeIndex? = nil
  ) throws(FHIRPathError) -> [FHIRPathValue] {
    let node = root(of: tape, at: index, expression)
    machine!.begin(node, resource: node, root: node, scope: scope)
    try machine!.evaluate(expression.program.root, Frame(this: node.item))
    return machine!.results()
  }

  private mutating func root(of tape: Tape, at index: TapeIndex, _ expression: FHIRPathExpression) -> FHIRPathNode {
    load(expression, tape)
    return FHIRPathNode(resource: index, type: TypeID(Int(expression.program.model.resourceRow(of: index, tape))))
  }

  // MARK: - On elements

  /// Evaluates an expression on one element, and returns its truth value by the rules for single items: `nil` for the
  /// empty collection.
  ///
  /// - Parameters:
  ///   - node: `$this` and `%context`.
  ///   - resource: `%resource`, the innermost resource that contains the element.
  ///   - root: `%rootResource`, the resource that contains `%resource`, or the same resource.
  ///   - scope: the tape index of the resource whose entries can be targets of references; by default the root.
  ///   - variable: the value of the variable that the expression was compiled with.
  package mutating func evaluateBoolean(
    _ expression: FHIRPathExpression, over tape: Tape, at node: FHIRPathNode, resource: FHIRPathNode,
    root: FHIRPathNode, scope: TapeIndex? = nil, variable: FHIRPathNode? = nil
  ) throws(FHIRPathError) -> Bool? {
    load(expression, tape)
    machine!.begin(node, resource: resource, root: root, scope: scope)
    if let variable { try machine!.setVariable(variable.item) }
    return try machine!.boolean(expression.program.root, Frame(this: node.item))
  }

  /// Switches to an expression; makes the machine on first use.
  private mutating func load(_ expression: FHIRPathExpression, _ tape: Tape) {
    if machine == nil {
      machine = Machine(expression.program, limits: limits)
      machine!.trace = trace
      machine!.definitions = definitions
      machine!.fixedInstant = fixedInstant
    } else {
      machine!.load(expression.program)
    }
    machine!.tape = tape
  }
}

/// Limits the cost of an evaluation, so that no expression blocks a process or fills its memory.
public struct FHIRPathLimits: Hashable, Sendable {
  /// The most steps: instructions, items examined, characters of patterns tried.
  public var maximumSteps: Int
  /// The most items that all collections hold at one time.
  public var maximumItems: Int
  /// The most bytes of the texts that an evaluation makes.
  public var maximumTextBytes: Int

  /// Makes limits; the defaults are far beyond what invariants and queries need.
  public init(maximumSteps: Int = 20_000_000, maximumItems: Int = 1 << 20, maximumTextBytes: Int = 64 << 20) {
    self.maximumSteps = max(maximumSteps, 1)
    self.maximumItems = max(maximumItems, 256)
    self.maximumTextBytes = max(maximumTextBytes, 4096)
  }
}
