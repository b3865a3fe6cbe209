import FHIRSchema

/// Turns a tree into a program: converts names to words for comparison and functions to instructions, and refuses every
/// fault that can be detected without a record.
struct Compiler {
  let model: FHIRPathModel
  /// Whether unknown names, and names of other releases, are errors.
  let isStrict: Bool
  private let bytes: [UInt8]
  private let isASCII: Bool
  var nameNumbers: [String: Int32] = [:]
  /// The variables that are defined to the left in the same path, by name, and the total number of variables.
  var variables: [String: Int32] = [:]
  var variableCount: Int32 = 0
  /// The offset of the call whose definition is being compiled, because the definition has none.
  var callOffset: Int?
  /// The possible types of `$this` if its type is unknown, and of the items of instructions; see ``TypeChoice``.
  var focus: TypeChoice?
  private(set) var followsTypes = false
  var choices: [Int32: TypeChoice] = [:]
  var draft = ProgramDraft()

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - context: the row of the type that it will be evaluated on, -1 for any.
  ///   - isStrict: whether a name that the release does not have is an error.
  static func compile(
    _ text: String, model: FHIRPathModel, context: Int16, isStrict: Bool
  ) throws(FHIRPathError) -> Program {
    let tree = try Parser.parse(text)
    var compiler = Compiler(text, model, isStrict: isStrict)
    if context < 0 {
      compiler.followsTypes = true
      compiler.focus = .resources(of: model)
    }
    let root = try compiler.compile(tree, input: -1, this: context)
    if isStrict, let hint = compiler.draft.hints.first { throw hint.error }
    return Program(compiler.draft, model: model, root: root)
  }

  private init(_ text: String, _ model: FHIRPathModel, isStrict: Bool) {
    self.model = model
    self.isStrict = isStrict
    bytes = Array(text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  func error(_ offset: Int, _ message: String) -> FHIRPathError {
    FHIRPathError(.semantics, column: column(offset), message)
  }

  func column(_ offset: Int) -> Int {
    let offset = callOffset ?? offset
    return isASCII ? offset + 1 : Lexer.column(of: offset, in: bytes)
  }

  /// Adds an instruction and returns its number.
  mutating func emit(_ instruction: Instruction, at offset: Int) -> Int32 {
    var instruction = instruction
    instruction.column = Int32(truncatingIfNeeded: column(offset))
    draft.instructions.append(instruction)
    return Int32(truncatingIfNeeded: draft.instructions.count - 1)
  }

  /// The static type of an instruction's result; of `$this` for -1.
  func staticType(_ instruction: Int32, this: Int16) -> Int16 {
    instruction < 0 ? this : draft.instructions[Int(instruction)].result
  }

  /// Compiles a node.
  ///
  /// - Parameters:
  ///   - input: the instruction to the left of the dot, or the one whose items a path begins with; -1 for `$this`.
  ///   - this: the static type of `$this`.
  mutating func compile(_ node: SyntaxNode, input: Int32, this: Int16) throws(FHIRPathError) -> Int32 {
    switch node.kind {
    case .literal(let literal):
      return compile(literal, at: node.offset)
    case .identifier(let name):
      return compileName(name, input: input, this: this, at: node.offset)
    case .function(let name, let arguments):
      return try compileFunction(name, arguments, input: input, this: this, at: node.offset)
    case .variable(let name):
      let op: Instruction.Op = name == "this" ? .this : name == "index" ? .index : .total
      let number = emit(Instruction(op: op, result: op == .this ? this : -1, first: input), at: node.offset)
      if op == .this { choices[number] = focus }
      return number
    case .constant(let name):
      return try compileConstant(name, at: node.offset)
    case .invocation(let left, let right):
      if case .identifier("FHIR") = left.kind, case .identifier(let name) = right.kind {
        return compileName(name, input: -1, this: this, at: right.offset)
      }
      let input = try compile(left, input: input, this: this)
      return try compile(right, input: input, this: this)
    case .indexer(let left, let index):
      let input = try compile(left, input: input, this: this)
      let second = try compileApart(index, input: -1, this: this)
      let number = emit(
        Instruction(op: .indexer, result: staticType(input, this: this), first: input, second: second),
        at: node.offset)
      choices[number] = choice(of: input)
      return number
    case .polarity(let isNegative, let operand):
      let first = try compileApart(operand, input: input, this: this)
      return emit(Instruction(op: isNegative ? .negate : .positive, first: first), at: node.offset)
    case .binary(let op, let left, let right):
      let first = try compileApart(left, input: input, this: this)
      let second = try compileApart(right, input: input, this: this)
      return emit(Instruction(op: op, first: first, second: second), at: node.offset)
    case .type(let isCast, let operand, let specifier):
      let first = try compileApart(operand, input: input, this: this)
      let target = try compileType(specifier)
      return emit(
        Instruction(
          op: isCast ? .asType : .isType, result: isCast ? draft.types[Int(target)].row : -1, first: first,
          detail: target), at: node.offset)
    case .sortKey(_, let key):
      return try compileApart(key, input: input, this: this)
    }
  }

  /// Compiles a node with a separate scope for variables.
  mutating func compileApart(_ node: SyntaxNode, input: Int32, this: Int16) throws(FHIRPathError) -> Int32 {
    let outer = variables
    defer { variables = outer }
    return try compile(node, input: input, this: this)
  }
}
