/// A compiled expression: instructions, and the constants, names and types that they refer to.
///
/// The compiler writes a program, and it never changes afterwards, so any number of threads may run it.
final class Program: @unchecked Sendable {
  // @unchecked: see above; the arena is written only during compilation.
  let model: FHIRPathModel
  let instructions: UnsafeMutableBufferPointer<Instruction>
  let constants: UnsafeMutableBufferPointer<Item>
  let names: UnsafeMutableBufferPointer<ElementName>
  let types: UnsafeMutableBufferPointer<TypeTarget>
  let expressions: [RegularExpression]
  /// Parts that are allowed, but find nothing where the author probably expects something.
  let hints: [FHIRPathHint]
  /// The number of the instruction that is the whole expression.
  let root: Int32
  private let arena: ProgramArena

  init(_ draft: ProgramDraft, model: FHIRPathModel, root: Int32) {
    self.model = model
    instructions = Program.copy(draft.instructions)
    constants = Program.copy(draft.constants)
    names = Program.copy(draft.names)
    types = Program.copy(draft.types)
    expressions = draft.expressions
    hints = draft.hints
    self.root = root
    arena = draft.arena
  }

  deinit {
    instructions.deallocate()
    constants.deallocate()
    names.deallocate()
    types.deallocate()
  }

  private static func copy<Element>(_ array: [Element]) -> UnsafeMutableBufferPointer<Element> {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: array.count)
    _ = copy.initialize(from: array)
    return copy
  }
}

/// The type operand of `is`, `as` and `ofType`.
struct TypeTarget {
  enum Namespace { case fhir, system, any }
  var namespace: Namespace
  var name: TextSpan
  /// The row of a FHIR type, -1 if the release does not have it.
  var row: Int16
  /// The kind of a System type, `none` for others.
  var kind: Item.Kind
}

/// Keeps the constants of a program alive.
final class ProgramArena {
  var arena = Arena()
}

/// A program during compilation.
struct ProgramDraft {
  var instructions: [Instruction] = []
  var constants: [Item] = []
  var names: [ElementName] = []
  var types: [TypeTarget] = []
  var expressions: [RegularExpression] = []
  var hints: [FHIRPathHint] = []
  let arena = ProgramArena()
}
