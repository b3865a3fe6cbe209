import FHIRSchema
import FHIRTape

/// Runs programs over a record, with a stack of items, an arena for intermediate values, and limits.
///
/// An instruction pushes its result onto the stack; its caller knows the start. An evaluation allocates only to make a
/// text or to grow the stack, and both keep their memory for the next evaluation.
struct Machine: ~Copyable {
  // The program. The pointers are copies of those in `program`, to use them without a retain.
  private(set) var program: Program
  private(set) var code: UnsafePointer<Instruction>
  private(set) var constants: UnsafePointer<Item>
  private(set) var names: UnsafePointer<ElementName>
  private(set) var types: UnsafePointer<TypeTarget>
  private(set) var rows: SchemaRows
  private(set) var model: FHIRPathModel
  /// The row of Element, which defines the children of a primitive.
  private(set) var elementRow: Int16

  // The record.
  var tape: Tape = .empty
  var context = Item.none
  var resource = Item.none
  var rootResource = Item.none
  /// The tape index of the resource whose entries can be targets of references.
  var scope = TapeIndex.none

  var arena = Arena()
  private(set) var items: UnsafeMutablePointer<Item>
  private(set) var count = 0
  /// Enough for most expressions, and cheap to allocate.
  private var capacity = 32
  let limits: FHIRPathLimits
  private var steps = 0
  /// The moment of `now()`, the same for a whole evaluation; read on first use.
  var instant: Moment?
  var fixedInstant: Moment?
  var definitions: (any FHIRPathDefinitions)?
  var trace: ((String, [FHIRPathValue]) -> Void)?
  /// The collections of variables, by number; they are in the arena.
  var variables: [UnsafeBufferPointer<Item>] = []

  init(_ program: Program, limits: FHIRPathLimits) {
    self.limits = limits
    items = .allocate(capacity: capacity)
    self.program = program
    (model, elementRow, rows) = (program.model, program.model.element, program.model.rows)
    (code, constants, names, types) = program.starts
  }

  deinit { items.deallocate() }

  /// Whether its memory has grown far beyond what most expressions need.
  var isLarge: Bool { capacity > 1024 || arena.capacity > 64 << 10 }

  mutating func load(_ program: Program) {
    if program === self.program { return }
    self.program = program
    if program.model !== model {
      (model, elementRow, rows) = (program.model, program.model.element, program.model.rows)
    }
    (code, constants, names, types) = program.starts
  }

  /// Clears the state of the last evaluation, and sets the elements of the next one.
  mutating func begin(_ node: FHIRPathNode, resource: FHIRPathNode, root: FHIRPathNode, scope: TapeIndex?) {
    (context, self.resource, rootResource) = (node.item, resource.item, root.item)
    self.scope = scope ?? root.item.index
    count = 0
    steps = limits.maximumSteps
    if arena.total > 0 { arena.reset() }
    if !variables.isEmpty { variables.removeAll(keepingCapacity: true) }
    instant = nil
  }

  // MARK: - The stack

  @inline(__always) mutating func push(_ item: Item) throws(FHIRPathError) {
    if count == capacity { try grow() }
    items[count] = item
    count &+= 1
  }

  @inline(never) private mutating func grow() throws(FHIRPathError) {
    guard capacity < limits.maximumItems else {
      throw FHIRPathError(.limit, column: 1, "more than \(limits.maximumItems) items at a time")
    }
    let larger = min(capacity * 2, limits.maximumItems)
    let moved = UnsafeMutablePointer<Item>.allocate(capacity: larger)
    moved.update(from: items, count: count)
    items.deallocate()
    (items, capacity) = (moved, larger)
  }

  @inline(__always) mutating func drop(to base: Int) { count = base }

  @inline(__always) mutating func slide(from: Int, to base: Int) {
    if from == base { return }
    let moved = count &- from
    if moved <= 4 {
      for offset in 0..<moved { items[base &+ offset] = items[from &+ offset] }
    } else {
      (items + base).update(from: items + from, count: moved)
    }
    count = base &+ moved
  }

  // MARK: - Limits and errors

  mutating func spentSteps() -> Int { limits.maximumSteps - max(steps, 0) }

  /// Counts work that was done, and ends the evaluation when it is too much.
  @inline(__always) mutating func step(_ amount: Int = 1) throws(FHIRPathError) {
    steps &-= amount
    if steps < 0 { throw exhausted() }
  }

  /// As ``step(_:)`` in places that cannot throw: the next step ends the evaluation.
  @inline(__always) mutating func charge(_ amount: Int) { steps &-= amount }

  @inline(never) private func exhausted() -> FHIRPathError {
    FHIRPathError(.limit, column: 1, "more than \(limits.maximumSteps) steps")
  }

  @inline(never) func failure(_ instruction: Instruction, _ message: String) -> FHIRPathError {
    FHIRPathError(.evaluation, column: Int(instruction.column), message)
  }

  /// The failure of an operation that an item is not fit for.
  @inline(never) func needs(_ what: String, _ item: Item, _ instruction: Instruction) -> FHIRPathError {
    failure(instruction, "\(instruction.op.sign) needs \(what), found \(describe(item))")
  }

  /// Counts the bytes of a text before it is made.
  mutating func allow(bytes: Int) throws(FHIRPathError) {
    try step(bytes >> 3)
    guard arena.total + bytes <= limits.maximumTextBytes else {
      throw FHIRPathError(.limit, column: 1, "more than \(limits.maximumTextBytes) bytes of text")
    }
  }
}

/// The focus of an expression: `$this`, `$index`, and the stack index of `$total`.
struct Frame {
  var this: Item
  var index: Int32 = 0
  var total: Int32 = -1
  var totalCount: Int32 = 0
}
