/// Functions of the drafts after 2.0.0 that need special treatment.
extension Compiler {
  /// `coalesce()`: a chain of alternatives.
  mutating func compileAlternatives(
    _ arguments: [SyntaxNode], this: Int16, at offset: Int
  ) throws(FHIRPathError) -> Int32 {
    var next: Int32 = -1
    for argument in arguments.reversed() {
      let first = try compileApart(argument, input: -1, this: this)
      next = emit(Instruction(op: .coalesce, first: first, second: next), at: offset)
    }
    return next
  }

  /// The keys of `sort()`: a chain, each with its direction. Earlier drafts wrote `-key` for `key desc`.
  mutating func compileKeys(_ keys: [SyntaxNode], this: Int16) throws(FHIRPathError) -> Int32 {
    var next: Int32 = -1
    for key in keys.reversed() {
      var (node, isDescending) = (key, false)
      switch key.kind {
      case .sortKey(let isDown, let inner): (node, isDescending) = (inner, isDown)
      case .polarity(isNegative: true, let inner): (node, isDescending) = (inner, true)
      default: break
      }
      let first = try compileApart(node, input: -1, this: this)
      next = emit(
        Instruction(op: .sortKey, first: first, second: next, detail: isDescending ? 1 : 0), at: key.offset)
    }
    return next
  }

  /// `defineVariable()`: the rest of the same path can use the variable.
  mutating func define(
    _ arguments: [SyntaxNode], this: Int16, for instruction: inout Instruction
  ) throws(FHIRPathError) {
    guard case .literal(.string(let name)) = arguments[0].kind else {
      throw error(arguments[0].offset, "defineVariable() needs the name in quotes")
    }
    guard name.utf8.count <= Lexer.maximumNameBytes else {
      throw error(arguments[0].offset, "a name has at most \(Lexer.maximumNameBytes) bytes")
    }
    guard variables[name] == nil, !isConstant(name) else {
      throw error(arguments[0].offset, "there is a '%\(name)' already")
    }
    let number = variableCount
    variableCount += 1
    instruction.detail = number
    if arguments.count > 1 {
      let focus = emit(Instruction(op: .focus, detail: number), at: arguments[1].offset)
      instruction.second = try compileApart(arguments[1], input: focus, this: this)
    }
    variables[name] = number
  }

  /// A function that is defined by other functions; faults in its definition are reported at the call.
  mutating func compileDefinition(
    _ text: String, input: Int32, this: Int16, at offset: Int
  ) throws(FHIRPathError) -> Int32 {
    let outer = callOffset
    callOffset = outer ?? offset
    defer { callOffset = outer }
    return try compileApart(try Parser.parse(text), input: input, this: this)
  }

  /// The flags of a pattern.
  func flags(_ argument: SyntaxNode?) throws(FHIRPathError) -> RegularExpression.Flags {
    guard let argument else { return [] }
    guard case .literal(.string(let letters)) = argument.kind, let flags = RegularExpression.Flags(letters) else {
      throw error(argument.offset, "the flags of a pattern are 'i' and 'm', in quotes")
    }
    return flags
  }
}
