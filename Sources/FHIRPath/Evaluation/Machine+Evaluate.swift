import FHIRTape

extension Machine {
  /// Pushes the result of an instruction, or `$this` for -1, onto the stack: at least as many items as are needed.
  mutating func evaluate(_ number: Int32, _ frame: Frame, limit: Int = .max) throws(FHIRPathError) {
    guard number >= 0 else {
      if frame.this.kind != .none { try push(frame.this) }
      return
    }
    let instruction = code[Int(number)]
    if instruction.isBoolean {
      if let answer = try boolean(number, frame) { try push(.boolean(answer)) }
      return
    }
    try step()
    switch instruction.op {
    case .constant: try push(constants[Int(instruction.detail)])
    case .none: break
    case .this: if frame.this.kind != .none { try push(frame.this) }
    case .index: try push(.integer(Int64(frame.index)))
    case .total: for place in 0..<Int(frame.totalCount) { try push(items[Int(frame.total) + place]) }
    case .context: try push(context)
    case .resource: try push(resource)
    case .rootResource: try push(rootResource)
    case .member: try evaluateMember(instruction, frame, limit)
    case .typeName:
      // At the start of a path: the current item if it has that type.
      if frame.this.kind != .none, isOf(frame.this, types[Int(instruction.detail)]) { try push(frame.this) }
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
    case .count:
      let (base, end) = try input(instruction, frame)
      drop(to: base)
      try push(.integer(end - base))
    case .iif: try evaluateConditional(instruction, frame, limit)
    case .aggregate: try evaluateAggregate(instruction, frame)
    case .children, .descendants: try evaluateTree(instruction, frame)
    case .extension: try evaluateExtension(instruction, frame, limit)
    case .resolve: try evaluateResolve(instruction, frame)
    case .checkModifiers: try checkModifiers(instruction, frame)
    case .add, .subtract, .multiply, .divide, .div, .mod, .concatenate:
      try combine(
        operand(instruction.first, frame, instruction), operand(instruction.second, frame, instruction), instruction)
    case .negate, .positive: try evaluatePolarity(instruction, frame)
    case .trace: try evaluateTrace(instruction, frame)
    case .now, .today, .timeOfDay: try evaluateClock(instruction)
    case .type:
      let (base, end) = try input(instruction, frame)
      for place in base..<end { items[place] = type(of: items[place]) }
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
    case .lowBoundary, .highBoundary, .precision: try evaluatePrecision(item, instruction, frame)
    case .yearOf, .monthOf, .dayOf, .hourOf, .minuteOf, .secondOf, .millisecondOf, .timezoneOffsetOf, .dateOf, .timeOf:
      try pushPart(of: item, instruction)
    default: try evaluateText(item, instruction, frame)
    }
  }

  /// Pushes the input of an instruction, and returns where it begins and ends on the stack.
  @inline(__always)
  mutating func input(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> (start: Int, end: Int) {
    let start = count
    try evaluate(instruction.first, frame)
    return (start, count)
  }

  /// The single item of an instruction's result, `none` if there is none; several are an error.
  @inline(__always)
  mutating func operand(_ number: Int32, _ frame: Frame, _ user: Instruction) throws(FHIRPathError) -> Item {
    if number < 0 { return frame.this }
    if code[Int(number)].op == .constant { return constants[Int(code[Int(number)].detail)] }
    let base = count
    try evaluate(number, frame, limit: 2)
    let found = count - base
    drop(to: base)
    if found == 0 { return .none }
    if found == 1 { return items[base] }
    throw severalItems(user)
  }

  @inline(never) func severalItems(_ instruction: Instruction) -> FHIRPathError {
    failure(instruction, "expected one item for \(instruction.op.sign), found several")
  }

  /// An argument that must be a whole number; `nil` if it is empty.
  mutating func integerArgument(_ number: Int32, _ frame: Frame, _ user: Instruction) throws(FHIRPathError) -> Int? {
    let item = value(of: try operand(number, frame, user))
    switch item.kind {
    case .none: return nil
    case .integer: return Int(item.integer)
    default: throw needs("a whole number", item, user)
    }
  }

  /// An argument or input that must be a text; `nil` if it is empty.
  mutating func textArgument(_ number: Int32, _ frame: Frame, _ user: Instruction) throws(FHIRPathError) -> TextSpan? {
    let item = try operand(number, frame, user)
    guard item.kind != .none else { return nil }
    return try text(of: item, user)
  }

  mutating func text(of item: Item, _ user: Instruction) throws(FHIRPathError) -> TextSpan? {
    if item.kind == .node, let text = plainText(of: item) { return text }
    let value = value(of: item)
    switch value.kind {
    case .none where item.kind == .node && !item.index.exists: return nil
    case .string: return value.text
    default: throw needs("a string", item, user)
    }
  }

  func describe(_ item: Item) -> String {
    switch item.kind {
    case .none: "nothing"
    case .node: typeName(of: item).map { "an element of type \($0.string)" } ?? "an element"
    case .integer: "an Integer"
    case .type: "a type"
    default: "a \(item.kind.systemName ?? "value")"
    }
  }

  /// The result of an instruction as a truth value, `nil` for the empty collection; by the rules for single items, an
  /// item that is not a boolean is true.
  mutating func boolean(_ number: Int32, _ frame: Frame) throws(FHIRPathError) -> Bool? {
    guard number >= 0 else { return tape.truth(of: frame.this) }
    let instruction = code[Int(number)]
    try step()
    switch instruction.op {
    case .and: return try decide(false, instruction, frame)
    case .or: return try decide(true, instruction, frame)
    case .xor:
      let left = try boolean(instruction.first, frame)
      let right = try boolean(instruction.second, frame)
      return left == nil || right == nil ? nil : left != right
    case .implies: return try decide(true, instruction, frame, negatesFirst: true)
    case .not: return try boolean(instruction.first, frame).map { !$0 }
    case .exists where instruction.second < 0: return try hasItems(instruction.first, frame)
    case .exists: return try hasItem(instruction, frame, thatMeetsIt: true)
    case .empty: return !(try hasItems(instruction.first, frame))
    case .all: return !(try hasItem(instruction, frame, thatMeetsIt: false))
    case .allTrue, .anyTrue, .allFalse, .anyFalse: return try evaluateBooleans(instruction, frame)
    case .equal: return try evaluateEqual(instruction, frame)
    case .notEqual: return try evaluateEqual(instruction, frame).map { !$0 }
    case .equivalent: return try evaluateEquivalent(instruction, frame)
    case .notEquivalent: return !(try evaluateEquivalent(instruction, frame))
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return try evaluateComparison(instruction, frame)
    case .inside: return try evaluateMembership(instruction, item: instruction.first, instruction.second, frame)
    case .contains: return try evaluateMembership(instruction, item: instruction.second, instruction.first, frame)
    case .subsetOf: return try evaluateSubsetOf(instruction.first, instruction.second, frame)
    case .supersetOf: return try evaluateSubsetOf(instruction.second, instruction.first, frame)
    case .isDistinct: return try evaluateIsDistinct(instruction, frame)
    case .isType:
      let item = try operand(instruction.first, frame, instruction)
      return item.kind == .none ? nil : isOf(item, types[Int(instruction.detail)])
    case .startsWith, .endsWith, .containsText, .matches, .matchesFull: return try evaluateTextTest(instruction, frame)
    case .hasValue: return try evaluateHasValue(instruction, frame)
    case .memberOf: return try evaluateMemberOf(instruction, frame)
    case .subsumes: return try evaluateSubsumption(instruction, instruction.first, instruction.second, frame)
    case .subsumedBy: return try evaluateSubsumption(instruction, instruction.second, instruction.first, frame)
    case .conformsTo: return try evaluateConformsTo(instruction, frame)
    case .htmlChecks: return try evaluateHTMLChecks(instruction, frame)
    case .comparable: return try evaluateComparable(instruction, frame)
    case .convertsToBoolean, .convertsToInteger, .convertsToDecimal, .convertsToString, .convertsToDate,
      .convertsToDateTime, .convertsToTime, .convertsToQuantity:
      return try evaluateConverts(instruction, frame)
    default:
      let base = count
      try evaluate(number, frame, limit: 2)
      guard count - base <= 1 else {
        throw failure(instruction, "expected one item where true or false is needed, found several")
      }
      let item = count > base ? items[base] : .none
      drop(to: base)
      return tape.truth(of: item)
    }
  }

  /// The truth value of an operator of which one side alone may decide, by being `answer`.
  @inline(__always) private mutating func decide(
    _ answer: Bool, _ instruction: Instruction, _ frame: Frame, negatesFirst: Bool = false
  ) throws(FHIRPathError) -> Bool? {
    var missing: FHIRPathError?
    var first = try side(instruction.first, frame, &missing)
    if negatesFirst { first = first.map { !$0 } }
    if first == answer { return answer }
    let second = try side(instruction.second, frame, &missing)
    if second == answer { return answer }
    if let missing { throw missing }
    return first == nil || second == nil ? nil : !answer
  }

  /// The truth value of something that may not matter: if it needs the target of a reference that is not available, it is
  /// unknown, and `missing` is the reason.
  private mutating func side(
    _ number: Int32, _ frame: Frame, _ missing: inout FHIRPathError?
  ) throws(FHIRPathError) -> Bool? {
    let base = count
    do {
      return try boolean(number, frame)
    } catch {
      guard error.code == .target else { throw error }
      drop(to: base)
      missing = error
      return nil
    }
  }

  @inline(__always) mutating func hasItems(_ number: Int32, _ frame: Frame) throws(FHIRPathError) -> Bool {
    let base = count
    try evaluate(number, frame, limit: 1)
    let found = count > base
    drop(to: base)
    return found
  }

  /// Whether the input has an item that meets the criterion, or one that does not; stops at the first.
  private mutating func hasItem(
    _ instruction: Instruction, _ frame: Frame, thatMeetsIt isMet: Bool
  ) throws(FHIRPathError) -> Bool {
    let (base, end) = try input(instruction, frame)
    defer { drop(to: base) }
    var missing: FHIRPathError?
    for place in base..<end {
      var open: FHIRPathError?
      let answer = try side(instruction.second, inner(place, place - base, frame), &open)
      if (answer == true) == isMet, open == nil { return true }
      missing = missing ?? open
    }
    if let missing { throw missing }
    return false
  }

  /// `allTrue()` and similar functions, over items that must be booleans.
  private mutating func evaluateBooleans(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool? {
    let (base, end) = try input(instruction, frame)
    defer { drop(to: base) }
    let wanted = instruction.op == .allTrue || instruction.op == .anyTrue
    var (isAll, isAny) = (true, false)
    for place in base..<end {
      let item = value(of: items[place])
      guard item.kind == .boolean else { throw needs("Booleans", items[place], instruction) }
      if item.boolean == wanted { isAny = true } else { isAll = false }
    }
    return instruction.op == .allTrue || instruction.op == .allFalse ? isAll : isAny
  }
}
