import FHIRTape

extension Machine {
  /// Pushes the result of an instruction onto the stack.
  ///
  /// - Parameters:
  ///   - number: the instruction; -1 is `$this`.
  ///   - limit: how many items are needed; more may be pushed.
  mutating func evaluate(_ number: Int32, _ frame: Frame, limit: Int = .max) throws(FHIRPathError) {
    guard number >= 0 else {
      if frame.this.kind != .none { try push(frame.this) }
      return
    }
    let instruction = code[Int(number)]
    if instruction.isBoolean {
      switch try boolean(number, frame) {
      case .yes: try push(.boolean(true))
      case .no: try push(.boolean(false))
      case .unknown: break
      }
      return
    }
    try step()
    switch instruction.op {
    case .constant: try push(constants[Int(instruction.detail)])
    case .none: break
    case .this: if frame.this.kind != .none { try push(frame.this) }
    case .index: try push(.integer(Int64(frame.index)))
    case .total:
      for place in 0..<Int(frame.totalCount) { try push(items[Int(frame.total) + place]) }
    case .context: try push(context)
    case .resource: try push(resource)
    case .rootResource: try push(rootResource)
    case .member: try evaluateMember(instruction, frame, limit)
    case .typeName: try evaluateTypeName(instruction, frame)
    case .indexer: try evaluateIndexer(instruction, frame)
    case .where: try evaluateWhere(instruction, frame, limit)
    case .select: try evaluateSelect(instruction, frame, limit)
    case .repeat, .repeatAll: try evaluateRepeat(instruction, frame)
    case .coalesce: try evaluateAlternatives(instruction, frame, limit)
    case .sum: try evaluateSum(instruction, frame)
    case .sort: try evaluateSort(instruction, frame)
    case .sortKey: break
    case .defineVariable: try evaluateDefinition(instruction, frame)
    case .variable, .focus: try pushVariable(instruction)
    case .ofType, .asType: try evaluateTypeFilter(instruction, frame)
    case .single, .first, .last, .tail, .skip, .take: try evaluateSubset(instruction, frame)
    case .distinct, .union, .combine, .intersect, .exclude: try evaluateCombination(instruction, frame)
    case .count: try evaluateCount(instruction, frame)
    case .iif: try evaluateConditional(instruction, frame, limit)
    case .aggregate: try evaluateAggregate(instruction, frame)
    case .children, .descendants: try evaluateTree(instruction, frame)
    case .extension: try evaluateExtension(instruction, frame, limit)
    case .resolve: try evaluateResolve(instruction, frame)
    case .checkModifiers: try evaluate(instruction.first, frame, limit: limit)
    case .add, .subtract, .multiply, .divide, .div, .mod, .concatenate: try evaluateArithmetic(instruction, frame)
    case .negate, .positive: try evaluatePolarity(instruction, frame)
    case .trace: try evaluateTrace(instruction, frame)
    case .now, .today, .timeOfDay: try evaluateClock(instruction)
    case .type: try evaluateType(instruction, frame)
    case .join: try evaluateJoin(instruction, frame)
    default: try evaluateOnOne(instruction, frame)
    }
  }

  /// The functions of a single item; empty for an empty input.
  private mutating func evaluateOnOne(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let item = try operand(instruction.first, frame, instruction)
    guard item.kind != .none else { return }
    switch instruction.op {
    case .toBoolean, .toInteger, .toDecimal, .toString, .toDate, .toDateTime, .toTime, .toQuantity:
      let result = try convert(item, instruction.op, instruction, frame)
      if result.kind != .none { try push(result) }
    case .getValue:
      let result = value(of: item)
      if result.kind != .none { try push(result) }
    case .abs, .ceiling, .exp, .floor, .ln, .log, .power, .round, .sqrt, .truncate:
      try evaluateMath(item, instruction, frame)
    case .lowBoundary, .highBoundary, .precision:
      try evaluatePrecision(item, instruction, frame)
    case .yearOf, .monthOf, .dayOf, .hourOf, .minuteOf, .secondOf, .millisecondOf, .timezoneOffsetOf, .dateOf, .timeOf:
      try pushPart(of: item, instruction)
    default:
      try evaluateText(item, instruction, frame)
    }
  }

  // MARK: - Single items

  /// The single item of an instruction's result, `none` if there is none; several are an error.
  @inline(__always)
  mutating func operand(_ number: Int32, _ frame: Frame, _ user: Instruction) throws(FHIRPathError) -> Item {
    if number < 0 { return frame.this }
    if code[Int(number)].op == .constant { return constants[Int(code[Int(number)].detail)] }
    let base = count
    try evaluate(number, frame, limit: 2)
    return try takeOne(from: base, user)
  }

  /// Pops the single item from the stack.
  @inline(__always)
  mutating func takeOne(from base: Int, _ user: Instruction) throws(FHIRPathError) -> Item {
    let found = count - base
    drop(to: base)
    if found == 0 { return .none }
    if found == 1 { return items[base] }
    throw severalItems(user)
  }

  @inline(never)
  func severalItems(_ instruction: Instruction) -> FHIRPathError {
    failure(instruction, "expected one item for \(instruction.op.sign), found several")
  }

  /// An argument that must be a whole number; `nil` if it is empty.
  mutating func integerArgument(
    _ number: Int32, _ frame: Frame, _ user: Instruction
  ) throws(FHIRPathError) -> Int? {
    let item = value(of: try operand(number, frame, user))
    switch item.kind {
    case .none: return nil
    case .integer: return Int(item.integer)
    default: throw failure(user, "\(user.op.sign) needs a whole number, found \(describe(item))")
    }
  }

  /// An argument or input that must be a text; `nil` if it is empty.
  mutating func textArgument(_ number: Int32, _ frame: Frame, _ user: Instruction) throws(FHIRPathError) -> TextSpan? {
    let item = try operand(number, frame, user)
    guard item.kind != .none else { return nil }
    return try text(of: item, user)
  }

  /// The text of an item that must be a string.
  mutating func text(of item: Item, _ user: Instruction) throws(FHIRPathError) -> TextSpan? {
    if item.kind == .node, let text = plainText(of: item) { return text }
    let value = value(of: item)
    switch value.kind {
    case .none where item.kind == .node && !item.index.exists: return nil
    case .string: return value.text
    default: throw failure(user, "\(user.op.sign) needs a string, found \(describe(item))")
    }
  }

  /// The kind of an item, for messages.
  func describe(_ item: Item) -> String {
    switch item.kind {
    case .none: "nothing"
    case .node: typeName(of: item).map { "an element of type \($0.string)" } ?? "an element"
    case .integer: "an Integer"
    case .type: "a type"
    default: "a \(item.kind.systemName ?? "value")"
    }
  }
}

extension Instruction.Op {
  /// The name of the operation in messages.
  var sign: String {
    if let sign = Self.operators.first(where: { $0.value.op == self })?.key { return "'\(sign)'" }
    let function = FunctionEntry.all.first { $0.value.op == self }?.key ?? "\(self)"
    switch self {
    case .negate: return "'-'"
    case .positive: return "'+'"
    case .indexer: return "'[]'"
    case .isType, .asType: return "'\(function)'"
    default: return "\(function)()"
    }
  }
}
