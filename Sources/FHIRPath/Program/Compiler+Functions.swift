extension Compiler {
  mutating func compileFunction(
    _ name: String, _ arguments: [SyntaxNode], input: Int32, this: Int16, at offset: Int
  ) throws(FHIRPathError) -> Int32 {
    if let definition = FunctionEntry.definitions[name], arguments.isEmpty {
      // Faults in its definition are reported at the call.
      let outer = callOffset
      callOffset = outer ?? offset
      defer { callOffset = outer }
      return try compileApart(try Parser.parse(definition), input: input, this: this)
    }
    func argument(_ index: Int, _ this: Int16) throws(FHIRPathError) -> Int32 {
      index < arguments.count ? try compileApart(arguments[index], input: -1, this: this) : -1
    }
    let entry = try entry(name, arguments.count, at: offset)
    var instruction = Instruction(op: entry.op, first: input)
    let inputType = staticType(input, this: this)
    let outer = focus
    defer { focus = outer }
    // For `repeat`, an item may also be a result.
    if entry.isOfItems { focus = entry.op == .repeat || entry.op == .repeatAll ? nil : choice(of: input) }
    switch entry.op {
    case .ofType, .isType, .asType:
      instruction.detail = try compileType(try typeSpecifier(arguments[0], of: name))
      if entry.op != .isType { instruction.result = types[Int(instruction.detail)].row }
    case .coalesce:
      // The drafts define it only over its arguments. An input before it would have no effect.
      guard input < 0 || instructions[Int(input)].op == .focus else {
        throw error(offset, "\(name)() takes what to choose from as arguments, and nothing before it")
      }
      // A chain of alternatives.
      var next: Int32 = -1
      for argument in arguments.reversed() {
        let first = try compileApart(argument, input: -1, this: this)
        next = emit(Instruction(op: .coalesce, first: first, second: next), at: offset)
      }
      return next
    case .sort:
      instruction.second = try compileKeys(arguments, this: inputType)
      instruction.result = inputType
    case .defineVariable:
      try define(arguments, this: this, &instruction)
      instruction.result = inputType
    default:
      // The name of a trace, and the first total, are no matter of an item.
      let itemType = entry.isOfItems ? inputType : this
      instruction.second = try argument(0, entry.op == .trace ? this : itemType)
      instruction.third = try argument(1, entry.op == .aggregate ? this : itemType)
      if entry.op == .iif || entry.op == .checkModifiers { instruction.detail = try argument(2, itemType) }
      if keepsType(entry.op) || entry.op == .where || entry.op == .trace { instruction.result = inputType }
      if entry.op == .select { instruction.result = staticType(instruction.second, this: inputType) }
    }
    if entry.op == .extension {
      instruction.detail = addName("extension")
      instruction.result = model.extension
    }
    switch entry.op {
    case .matches, .matchesFull, .replaceMatches:
      let flags = try flags(arguments.dropFirst(entry.op == .replaceMatches ? 2 : 1).first)
      instruction.owner = flags.rawValue
      instruction.detail = try regularExpression(instruction.second, flags, at: arguments[0].offset)
    default: break
    }
    let number = emit(instruction, at: offset)
    if keepsType(entry.op) || entry.op == .where { choices[number] = choice(of: input) }
    if entry.op == .select { choices[number] = choices[instruction.second] }
    return number
  }

  private func entry(_ name: String, _ count: Int, at offset: Int) throws(FHIRPathError) -> FunctionEntry {
    guard let entry = FunctionEntry.all[name] else {
      if let reason = FunctionEntry.unsupported[name] {
        throw error(offset, "\(name)() cannot be evaluated here: it \(reason)")
      }
      let lowercase = name.lowercased()
      let near = FunctionEntry.all.keys.sorted().first { $0.lowercased() == lowercase }
      throw error(offset, "there is no function '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    guard entry.arguments.contains(count) else {
      let (least, most) = (entry.arguments.lowerBound, entry.arguments.upperBound)
      let expected =
        switch most {
        case 0: "no argument"
        case .max: "at least \(least) argument"
        case least: "\(least) argument\(least == 1 ? "" : "s")"
        default: "\(least) to \(most) arguments"
        }
      throw error(offset, "\(name)() takes \(expected), found \(count)")
    }
    return entry
  }

  /// Whether the items of the result are items of the input.
  private func keepsType(_ op: Instruction.Op) -> Bool {
    [.single, .first, .last, .tail, .skip, .take, .intersect, .exclude, .distinct, .checkModifiers].contains(op)
  }

  /// Compiles a constant pattern; -1 for a pattern that comes from the record.
  private mutating func regularExpression(
    _ pattern: Int32, _ flags: RegularExpression.Flags, at offset: Int
  ) throws(FHIRPathError) -> Int32 {
    guard pattern >= 0, instructions[Int(pattern)].op == .constant else { return -1 }
    let item = constants[Int(instructions[Int(pattern)].detail)]
    guard item.kind == .string else { return -1 }
    do {
      expressions.append(try RegularExpression(item.text.buffer, flags))
    } catch {
      throw self.error(offset, error.sentence)
    }
    return Int32(truncatingIfNeeded: expressions.count - 1)
  }

  // Functions of the drafts after 2.0.0 that need special treatment.

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
      next = emit(Instruction(op: .sortKey, first: first, second: next, detail: isDescending ? 1 : 0), at: key.offset)
    }
    return next
  }

  /// `defineVariable()`: the rest of the same path can use the variable.
  mutating func define(_ arguments: [SyntaxNode], this: Int16, _ instruction: inout Instruction) throws(FHIRPathError) {
    guard case .literal(.string(let name)) = arguments[0].kind else {
      throw error(arguments[0].offset, "defineVariable() needs the name in quotes")
    }
    guard name.utf8.count <= Lexer.maximumNameBytes else {
      throw error(arguments[0].offset, "a name has at most \(Lexer.maximumNameBytes) bytes")
    }
    guard variables[name] == nil, Compiler.elements[name] == nil, Compiler.text(of: name) == nil else {
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

  func flags(_ argument: SyntaxNode?) throws(FHIRPathError) -> RegularExpression.Flags {
    guard let argument else { return [] }
    guard case .literal(.string(let letters)) = argument.kind, let flags = RegularExpression.Flags(letters) else {
      throw error(argument.offset, "the flags of a pattern are 'i' and 'm', in quotes")
    }
    return flags
  }
}
