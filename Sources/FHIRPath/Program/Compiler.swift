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
  var instructions: [Instruction] = []
  var constants: [Item] = []
  var names: [ElementName] = []
  var types: [TypeTarget] = []
  var expressions: [RegularExpression] = []
  var hints: [FHIRPathHint] = []
  let arena = ProgramArena()

  /// Compiles an expression to be evaluated on a type, or on any for -1, that may use a variable.
  static func compile(
    _ text: String, model: FHIRPathModel, context: Int16, isStrict: Bool, hints: Bool, variable: String?
  ) throws(FHIRPathError) -> Program {
    let tree = try Parser.parse(text)
    var compiler = Compiler(text, model, isStrict: isStrict)
    if let variable { (compiler.variables, compiler.variableCount) = ([variable: 0], 1) }
    if context < 0, isStrict || hints {
      compiler.followsTypes = true
      compiler.focus = .resources(of: model)
    }
    let root = try compiler.compile(tree, input: -1, this: context)
    if isStrict, let hint = compiler.hints.first { throw hint.error }
    return Program(compiler, root: root)
  }

  private init(_ text: String, _ model: FHIRPathModel, isStrict: Bool) {
    (self.model, self.isStrict) = (model, isStrict)
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

  mutating func emit(_ instruction: Instruction, at offset: Int) -> Int32 {
    var instruction = instruction
    instruction.column = Int32(truncatingIfNeeded: column(offset))
    instructions.append(instruction)
    return Int32(truncatingIfNeeded: instructions.count - 1)
  }

  /// The static type of an instruction's result; of `$this` for -1.
  func staticType(_ instruction: Int32, this: Int16) -> Int16 {
    instruction < 0 ? this : instructions[Int(instruction)].result
  }

  /// - Parameter input: the instruction to the left of the dot, or the one whose items a path begins with; -1 for `$this`.
  mutating func compile(_ node: SyntaxNode, input: Int32, this: Int16) throws(FHIRPathError) -> Int32 {
    switch node.kind {
    case .literal(let literal): return compile(literal, at: node.offset)
    case .identifier(let name): return compileName(name, input: input, this: this, at: node.offset)
    case .function(let name, let arguments):
      return try compileFunction(name, arguments, input: input, this: this, at: node.offset)
    case .variable(let name):
      let op: Instruction.Op = name == "this" ? .this : name == "index" ? .index : .total
      let number = emit(Instruction(op: op, result: op == .this ? this : -1, first: input), at: node.offset)
      if op == .this { choices[number] = focus }
      return number
    case .constant(let name): return try compileConstant(name, at: node.offset)
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
      // The least Integer is the negative of a number that is none.
      if isNegative, case .literal(.number(let number)) = operand.kind {
        return compile(.number(-number), at: node.offset)
      }
      let first = try compileApart(operand, input: input, this: this)
      return emit(Instruction(op: isNegative ? .negate : .positive, first: first), at: node.offset)
    case .binary(let op, let left, let right):
      let first = try compileApart(left, input: input, this: this)
      let second = try compileApart(right, input: input, this: this)
      return emit(Instruction(op: op, first: first, second: second), at: node.offset)
    case .type(let isCast, let operand, let specifier):
      let first = try compileApart(operand, input: input, this: this)
      let target = try compileType(specifier)
      let (op, result): (Instruction.Op, Int16) = isCast ? (.asType, types[Int(target)].row) : (.isType, -1)
      return emit(Instruction(op: op, result: result, first: first, detail: target), at: node.offset)
    case .sortKey(_, let key): return try compileApart(key, input: input, this: this)
    }
  }

  /// Compiles a node with a separate scope for variables.
  mutating func compileApart(_ node: SyntaxNode, input: Int32, this: Int16) throws(FHIRPathError) -> Int32 {
    let outer = variables
    defer { variables = outer }
    return try compile(node, input: input, this: this)
  }

  mutating func compile(_ literal: SyntaxNode.Literal, at offset: Int) -> Int32 {
    switch literal {
    case .empty: return emit(Instruction(op: .none), at: offset)
    case .boolean(let value): return constant(.boolean(value), at: offset)
    case .string(let text): return constant(.string(arena.arena.keep(text)), at: offset)
    case .number(let number):
      if number.scale == 0, let integer = Int32(exactly: number.digits) {
        return constant(.integer(Int64(integer)), at: offset)
      }
      return constant(.decimal(number), at: offset)
    case .moment(let moment, let kind): return constant(arena.arena.keep(moment, kind), at: offset)
    case .quantity(let value, let unit, let isCalendar):
      let quantity = Quantity(value: value, unit: arena.arena.keep(unit), isCalendar: isCalendar)
      return constant(arena.arena.keep(quantity), at: offset)
    }
  }

  private mutating func constant(_ item: Item, at offset: Int) -> Int32 {
    constants.append(item)
    return emit(Instruction(op: .constant, detail: Int32(truncatingIfNeeded: constants.count - 1)), at: offset)
  }

  /// `%resource` and similar constants, and the names of code systems, value sets and extensions.
  mutating func compileConstant(_ name: String, at offset: Int) throws(FHIRPathError) -> Int32 {
    if let number = variables[name] { return emit(Instruction(op: .variable, detail: number), at: offset) }
    if let op = Compiler.elements[name] {
      let number = emit(Instruction(op: op), at: offset)
      if isStrict, followsTypes, op != .context { choices[number] = .resources(of: model) }
      return number
    }
    guard let text = Compiler.text(of: name) else {
      let names = (Compiler.elements.keys.sorted() + Compiler.environment.keys.sorted()).map { "%" + $0 }
      throw error(
        offset, "there is no '%\(name)'; there are \(names.joined(separator: ", ")), %`vs-NAME` and %`ext-NAME`")
    }
    return constant(.string(arena.arena.keep(text)), at: offset)
  }

  /// The text that a name after `%` stands for.
  static func text(of name: String) -> String? {
    if name.hasPrefix("vs-") { return "http://hl7.org/fhir/ValueSet/" + name.dropFirst(3) }
    if name.hasPrefix("ext-") { return "http://hl7.org/fhir/StructureDefinition/" + name.dropFirst(4) }
    return environment[name]
  }

  static let elements: [String: Instruction.Op] = [
    "context": .context, "resource": .resource, "rootResource": .rootResource,
  ]

  private static let environment = [
    "ucum": "http://unitsofmeasure.org", "sct": "http://snomed.info/sct", "loinc": "http://loinc.org",
    "us-zip": "[0-9]{5}(-[0-9]{4}){0,1}",
  ]

  /// A type specifier as the argument of a function: a name, or two with a dot.
  func typeSpecifier(_ node: SyntaxNode, of function: String) throws(FHIRPathError) -> SyntaxNode.TypeSpecifier {
    if case .identifier(let name) = node.kind { return .init(namespace: nil, name: name, offset: node.offset) }
    if case .invocation(let left, let right) = node.kind, case .identifier(let namespace) = left.kind,
      case .identifier(let name) = right.kind
    {
      return .init(namespace: namespace, name: name, offset: left.offset)
    }
    throw error(node.offset, "\(function)() needs the name of a type, such as Patient, FHIR.string or System.String")
  }

  mutating func compileType(_ specifier: SyntaxNode.TypeSpecifier) throws(FHIRPathError) -> Int32 {
    let row = Int16(model.schema.type(named: specifier.name)?.row ?? -1)
    switch specifier.namespace {
    case nil where row >= 0 || Compiler.isSystemType(specifier.name) || isKnownElsewhere(specifier.name):
      return addType(specifier.name, .any, row: row)
    case "FHIR" where row >= 0 || isKnownElsewhere(specifier.name): return addType(specifier.name, .fhir, row: row)
    case nil, "FHIR":
      throw error(specifier.offset, "there is no type '\(specifier.name)'; the names of types are case-sensitive")
    case "System":
      // FHIR's page writes `System.string`, too. A type that System does not have is one that no item has.
      return addType(specifier.name.prefix(1).uppercased() + specifier.name.dropFirst(), .system, row: -1)
    case .some(let namespace):
      // The type of a nested element is named by its path.
      let path = namespace + "." + specifier.name
      if let row = model.schema.type(named: path) { return addType(path, .fhir, row: Int16(row.row)) }
      throw error(
        specifier.offset,
        "'\(path)' is not a type; the namespaces of types are FHIR and System, and a cast that is to be followed "
          + "by a path belongs in parentheses")
    }
  }

  /// Whether an expression may use a type that only another release has.
  private func isKnownElsewhere(_ name: String) -> Bool { !isStrict && model.isLaterType(name) }

  static func isSystemType(_ name: String) -> Bool { systemKinds[name] != nil }

  mutating func addType(_ name: String, _ namespace: TypeTarget.Namespace, row: Int16) -> Int32 {
    let kind = namespace == .fhir ? .none : Compiler.systemKinds[name] ?? .none
    let row = namespace == .system ? -1 : row
    types.append(TypeTarget(namespace: namespace, name: arena.arena.keep(name), row: row, kind: kind))
    return Int32(truncatingIfNeeded: types.count - 1)
  }

  /// The System types. `Any` is the type of everything.
  private static let systemKinds: [String: Item.Kind] = [
    "Boolean": .boolean, "String": .string, "Integer": .integer, "Decimal": .decimal, "Date": .date,
    "DateTime": .dateTime, "Time": .time, "Quantity": .quantity, "Any": .node,
  ]
}
