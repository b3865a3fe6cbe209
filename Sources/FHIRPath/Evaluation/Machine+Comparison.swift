import FHIRTape

extension Machine {
  /// `<`, `<=`, `>` and `>=` between two single items of types that have an order.
  mutating func evaluateComparison(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Ternary {
    let first = try operand(instruction.first, frame, instruction)
    if first.kind == .none { return .unknown }
    let second = try operand(instruction.second, frame, instruction)
    if second.kind == .none { return .unknown }
    guard let order = try compare(first, second, instruction) else { return .unknown }
    switch instruction.op {
    case .less: return Ternary(order < 0)
    case .lessOrEqual: return Ternary(order <= 0)
    case .greater: return Ternary(order > 0)
    default: return Ternary(order >= 0)
    }
  }

  /// `comparable()`: whether two quantities have the same dimension, and so an order.
  mutating func evaluateComparable(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Ternary {
    let first = value(of: try operand(instruction.first, frame, instruction))
    let second = value(of: try operand(instruction.second, frame, instruction))
    guard let a = Machine.quantity(first), let b = Machine.quantity(second) else { return .unknown }
    try stepUnits(a, b)
    return Ternary(Units.compare(a, b) != nil)
  }

  /// Below, at or above zero; `nil` if the order is undecided.
  mutating func compare(
    _ first: Item, _ second: Item, _ instruction: Instruction
  ) throws(FHIRPathError) -> Int? {
    var (a, b) = (value(of: first), value(of: second))
    // An element that has extensions but no value.
    if a.kind == .none, first.kind == .node, !first.index.exists { return nil }
    if b.kind == .none, second.kind == .node, !second.index.exists { return nil }
    readMoment(&a, from: first, as: b)
    readMoment(&b, from: second, as: a)
    switch (a.kind, b.kind) {
    case (.integer, .integer): return a.integer < b.integer ? -1 : a.integer == b.integer ? 0 : 1
    case (.integer, .decimal), (.decimal, .integer), (.decimal, .decimal):
      return Machine.decimal(a).compare(Machine.decimal(b))
    case (.string, .string):
      try step(min(a.text.count, b.text.count) >> 6)
      return a.text.compare(b.text)
    case (.quantity, .quantity), (.quantity, .integer), (.quantity, .decimal), (.integer, .quantity),
      (.decimal, .quantity):
      guard let a = Machine.quantity(a), let b = Machine.quantity(b) else { return nil }
      try stepUnits(a, b)
      return Units.compare(a, b)
    case (.time, .time), (.date, .date), (.dateTime, .dateTime), (.date, .dateTime), (.dateTime, .date):
      guard let a = a.moment, let b = b.moment else { return nil }
      return a.compare(b)
    default:
      throw failure(instruction, "\(instruction.op.sign) cannot compare \(describe(first)) with \(describe(second))")
    }
  }
}
