import FHIRTape

extension Machine {
  /// The result of an instruction as a truth value, by the rules for single items: an item that is not a boolean is
  /// true.
  mutating func boolean(_ number: Int32, _ frame: Frame) throws(FHIRPathError) -> Ternary {
    guard number >= 0 else { return tape.truth(of: frame.this) }
    let instruction = code[Int(number)]
    try step()
    switch instruction.op {
    case .and: return try decide(.no, instruction, frame)
    case .or: return try decide(.yes, instruction, frame)
    case .xor:
      let left = try boolean(instruction.first, frame)
      let right = try boolean(instruction.second, frame)
      return left == .unknown || right == .unknown ? .unknown : Ternary(left != right)
    case .implies: return try decide(.yes, instruction, frame, negatesFirst: true)
    case .not:
      return try boolean(instruction.first, frame).negated
    case .exists:
      return Ternary(try exists(instruction, frame))
    case .empty:
      return Ternary(!(try hasItems(instruction.first, frame)))
    case .all: return try evaluateAll(instruction, frame)
    case .allTrue, .anyTrue, .allFalse, .anyFalse: return try evaluateBooleans(instruction, frame)
    case .equal: return try evaluateEqual(instruction, frame)
    case .notEqual: return try evaluateEqual(instruction, frame).negated
    case .equivalent: return Ternary(try evaluateEquivalent(instruction, frame))
    case .notEquivalent: return Ternary(!(try evaluateEquivalent(instruction, frame)))
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return try evaluateComparison(instruction, frame)
    case .inside: return try evaluateMembership(instruction, item: instruction.first, instruction.second, frame)
    case .contains: return try evaluateMembership(instruction, item: instruction.second, instruction.first, frame)
    case .subsetOf: return Ternary(try evaluateSubsetOf(instruction, instruction.first, instruction.second, frame))
    case .supersetOf: return Ternary(try evaluateSubsetOf(instruction, instruction.second, instruction.first, frame))
    case .isDistinct: return try evaluateIsDistinct(instruction, frame)
    case .isType: return try evaluateIsType(instruction, frame)
    case .startsWith, .endsWith, .containsText, .matches, .matchesFull:
      return try evaluateTextTest(instruction, frame)
    case .hasValue: return Ternary(try evaluateHasValue(instruction, frame))
    case .memberOf: return try evaluateMemberOf(instruction, frame)
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
        drop(to: base)
        throw failure(instruction, "expected one item where true or false is needed, found several")
      }
      let item = count > base ? items[base] : .none
      drop(to: base)
      return tape.truth(of: item)
    }
  }

  /// The truth value of an operator of which one side alone may decide, by being `answer`.
  @inline(__always)
  private mutating func decide(
    _ answer: Ternary, _ instruction: Instruction, _ frame: Frame, negatesFirst: Bool = false
  ) throws(FHIRPathError) -> Ternary {
    var missing: FHIRPathError?
    var first = try side(instruction.first, frame, &missing)
    if negatesFirst { first = first.negated }
    if first == answer { return answer }
    let second = try side(instruction.second, frame, &missing)
    if second == answer { return answer }
    if let missing { throw missing }
    return first == .unknown || second == .unknown ? .unknown : answer.negated
  }

  /// The truth value of something that may not matter: if it needs the target of a reference that is not available, it is
  /// unknown, and `missing` is the reason.
  private mutating func side(
    _ number: Int32, _ frame: Frame, _ missing: inout FHIRPathError?
  ) throws(FHIRPathError) -> Ternary {
    let base = count
    do {
      return try boolean(number, frame)
    } catch {
      guard error.code == .target else { throw error }
      drop(to: base)
      missing = error
      return .unknown
    }
  }

  /// Whether the result of an instruction has an item.
  @inline(__always)
  mutating func hasItems(_ number: Int32, _ frame: Frame) throws(FHIRPathError) -> Bool {
    let base = count
    try evaluate(number, frame, limit: 1)
    let found = count > base
    drop(to: base)
    return found
  }

  /// `exists()`, with or without a criterion; stops at the first item.
  private mutating func exists(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool {
    guard instruction.second >= 0 else { return try hasItems(instruction.first, frame) }
    let base = count
    try evaluate(instruction.first, frame)
    let end = count
    var missing: FHIRPathError?
    for place in base..<end {
      if try side(instruction.second, inner(place, place - base, frame), &missing) == .yes {
        drop(to: base)
        return true
      }
    }
    drop(to: base)
    if let missing { throw missing }
    return false
  }

  private mutating func evaluateAll(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Ternary {
    let base = count
    try evaluate(instruction.first, frame)
    let end = count
    var missing: FHIRPathError?
    for place in base..<end {
      var open: FHIRPathError?
      if try side(instruction.second, inner(place, place - base, frame), &open) != .yes, open == nil {
        drop(to: base)
        return .no
      }
      missing = missing ?? open
    }
    drop(to: base)
    if let missing { throw missing }
    return .yes
  }

  /// `allTrue()` and similar functions, over items that must be booleans.
  private mutating func evaluateBooleans(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Ternary {
    let base = count
    try evaluate(instruction.first, frame)
    defer { drop(to: base) }
    var sawTrue = false
    var sawFalse = false
    for place in base..<count {
      let item = value(of: items[place])
      guard item.kind == .boolean else {
        throw failure(instruction, "\(instruction.op.sign) needs Booleans, found \(describe(items[place]))")
      }
      if item.boolean { sawTrue = true } else { sawFalse = true }
    }
    switch instruction.op {
    case .allTrue: return Ternary(!sawFalse)
    case .anyTrue: return Ternary(sawTrue)
    case .allFalse: return Ternary(!sawTrue)
    default: return Ternary(sawFalse)
    }
  }
}
