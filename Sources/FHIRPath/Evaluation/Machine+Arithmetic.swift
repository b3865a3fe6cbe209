import FHIRTape

extension Machine {
  /// `sum()` of numbers or of quantities; empty for an empty input.
  mutating func evaluateSum(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let (base, end) = try input(instruction, frame)
    guard base < end else { return }
    var add = instruction
    add.op = .add
    var total = Item.none
    for place in base..<end {
      let value = value(of: items[place])
      if isValueless(items[place], value) { return drop(to: base) }
      guard value.isAmount else { throw needs("numbers or quantities", items[place], instruction) }
      guard place > base else {
        total = items[place]
        continue
      }
      try combine(total, items[place], add)
      // Units of different dimensions, or a number that is too large.
      guard count > end else { return drop(to: base) }
      total = items[end]
      drop(to: end)
    }
    drop(to: base)
    try push(total)
  }

  /// `+`, `-`, `*`, `/`, `div`, `mod` and `&`.
  mutating func combine(_ first: Item, _ second: Item, _ instruction: Instruction) throws(FHIRPathError) {
    if instruction.op == .concatenate { return try concatenate(first, second, instruction) }
    if first.kind == .none || second.kind == .none { return }
    let (a, b) = (value(of: first), value(of: second))
    if isValueless(first, a) || isValueless(second, b) { return }
    let result: Item?
    switch (a.kind, b.kind) {
    case _ where a.isNumber && b.isNumber: result = Machine.result(instruction.op, a, b)
    case (.string, .string) where instruction.op == .add: return try concatenate(first, second, instruction)
    case _ where a.isAmount && b.isAmount:
      guard let a = Machine.quantity(a), let b = Machine.quantity(b) else { return }
      try stepUnits(a, b)
      result = try quantityResult(instruction, a, b)
    default:
      guard instruction.op == .add || instruction.op == .subtract, let moment = a.moment, let kind = a.momentKind,
        let quantity = b.quantity
      else {
        let both = "\(describe(first)) and \(describe(second))"
        throw failure(instruction, "\(instruction.op.sign) does not go with \(both)")
      }
      result = try later(moment, kind, quantity, instruction)
    }
    if let result { try push(result) }
  }

  /// A whole number as an Integer, `nil` if it does not fit into 32 bits.
  static func integer(_ value: some BinaryInteger) -> Item? { Int32(exactly: value).map { .integer(Int64($0)) } }

  /// The result for two numbers: a quotient is a Decimal, that of two Integers otherwise an Integer, as that of `div`.
  private static func result(_ op: Instruction.Op, _ first: Item, _ second: Item) -> Item? {
    let (a, b) = (decimal(first), decimal(second))
    let result: Decimal? =
      switch op {
      case .add: a.adding(b)
      case .subtract: a.adding(-b)
      case .multiply: a.multiplied(by: b)
      case .divide: a.divided(by: b)
      case .mod: a.quotientAndRemainder(dividingBy: b)?.remainder
      default: a.quotientAndRemainder(dividingBy: b).map { Decimal(digits: $0.quotient, scale: 0) }
      }
    let isInteger = op == .div || op != .divide && first.kind == .integer && second.kind == .integer
    return result.flatMap { isInteger ? integer($0.digits) : .decimal($0) }
  }

  private mutating func quantityResult(
    _ instruction: Instruction, _ a: Quantity, _ b: Quantity
  ) throws(FHIRPathError) -> Item? {
    switch instruction.op {
    case .add, .subtract: return Units.sum(a, instruction.op == .subtract ? b.with(-b.value) : b).map { arena.keep($0) }
    case .multiply:
      guard let value = a.value.multiplied(by: b.value) else { return nil }
      if b.unit.equals("1") { return arena.keep(a.with(value)) }
      if a.unit.equals("1") { return arena.keep(b.with(value)) }
      return arena.keep(combinedUnit(a, UInt8(ascii: "."), b).with(value))
    case .divide:
      guard let value = a.value.divided(by: b.value) else { return nil }
      if Units.isSameUnit(a, b) { return arena.keep(Quantity(value: value, unit: TextSpan("1"), isCalendar: false)) }
      if b.unit.equals("1") { return arena.keep(a.with(value)) }
      return arena.keep(combinedUnit(a, UInt8(ascii: "/"), b).with(value))
    default: throw failure(instruction, "\(instruction.op.sign) does not go with quantities")
    }
  }

  /// `kg.m` or `kg/m`; a second unit that is composed gets parentheses.
  private mutating func combinedUnit(_ a: Quantity, _ sign: UInt8, _ b: Quantity) -> Quantity {
    let first = ucum(a)
    let second = ucum(b)
    let isComposed = sign == UInt8(ascii: "/") && second.buffer.contains { $0 == 0x2E || $0 == 0x2F }
    var text = Array(first.buffer) + [sign]
    text += isComposed ? [0x28] + Array(second.buffer) + [0x29] : Array(second.buffer)
    return Quantity(value: a.value, unit: arena.keep(text), isCalendar: false)
  }

  private func ucum(_ quantity: Quantity) -> TextSpan {
    quantity.isCalendar ? quantity.calendarUnit.map { TextSpan($0.ucum) } ?? quantity.unit : quantity.unit
  }

  private mutating func later(
    _ moment: Moment, _ kind: Moment.Kind, _ quantity: Quantity, _ instruction: Instruction
  ) throws(FHIRPathError) -> Item? {
    guard let unit = quantity.calendarUnit else {
      throw failure(
        instruction, "a \(kind) takes a duration, such as 3 days, and not the unit '\(quantity.unit.string)'")
    }
    if kind == .time, unit.rawValue <= CalendarUnit.day.rawValue {
      throw failure(instruction, "a time of day takes hours and less, and not the unit '\(quantity.unit.string)'")
    }
    if !quantity.isCalendar, !quantity.isEither, unit == .year || unit == .month {
      throw failure(
        instruction, "'\(quantity.unit.string)' of UCUM has a fixed length; write \(unit.name) for one of the calendar")
    }
    let amount = instruction.op == .add ? quantity.value : -quantity.value
    return moment.adding(amount, unit, isTime: kind == .time).map { arena.keep($0, kind) }
  }

  private mutating func concatenate(_ a: Item, _ b: Item, _ instruction: Instruction) throws(FHIRPathError) {
    let first = a.kind == .none ? TextSpan.empty : try text(of: a, instruction) ?? .empty
    let second = b.kind == .none ? TextSpan.empty : try text(of: b, instruction) ?? .empty
    try allow(bytes: first.count + second.count)
    try push(.string(arena.keep(Array(first.buffer) + Array(second.buffer))))
  }

  mutating func evaluatePolarity(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let item = try operand(instruction.first, frame, instruction)
    if item.kind == .none { return }
    let value = value(of: item)
    let isNegative = instruction.op == .negate
    if isValueless(item, value) { return }
    switch value.kind {
    case .integer: if let result = Machine.integer(isNegative ? -value.integer : value.integer) { try push(result) }
    case .decimal: try push(.decimal(isNegative ? -value.decimal : value.decimal))
    case .quantity:
      guard let quantity = value.quantity else { return }
      try push(arena.keep(isNegative ? quantity.with(-quantity.value) : quantity))
    default: throw failure(instruction, "a sign needs a number or a quantity, found \(describe(item))")
    }
  }

  /// `<`, `<=`, `>` and `>=` between two single items of types that have an order.
  mutating func evaluateComparison(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool? {
    let first = try operand(instruction.first, frame, instruction)
    if first.kind == .none { return nil }
    let second = try operand(instruction.second, frame, instruction)
    if second.kind == .none { return nil }
    return try compare(first, second, instruction).map { instruction.op.holds($0, 0) }
  }

  /// `comparable()`: whether two quantities have the same dimension, and so an order.
  mutating func evaluateComparable(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool? {
    let first = value(of: try operand(instruction.first, frame, instruction))
    let second = value(of: try operand(instruction.second, frame, instruction))
    guard let a = Machine.quantity(first), let b = Machine.quantity(second) else { return nil }
    try stepUnits(a, b)
    return Units.compare(a, b) != nil
  }

  /// Below, at or above zero; `nil` if the order is undecided.
  mutating func compare(_ first: Item, _ second: Item, _ instruction: Instruction) throws(FHIRPathError) -> Int? {
    var (a, b) = (value(of: first), value(of: second))
    if isValueless(first, a) || isValueless(second, b) { return nil }
    readMoment(&a, from: first, as: b)
    readMoment(&b, from: second, as: a)
    guard let order = try order(a, b) else {
      throw failure(instruction, "\(instruction.op.sign) cannot compare \(describe(first)) with \(describe(second))")
    }
    return order
  }

  /// `sort()`: the items in the order of their keys; a stable sort.
  mutating func evaluateSort(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let (base, end) = try input(instruction, frame)
    var fault: FHIRPathError?
    let sorted = (base..<end).map { items[$0] }.sorted { first, second in
      do throws(FHIRPathError) {
        return fault != nil ? false : try isBefore(first, second, instruction, frame)
      } catch {
        fault = error
        return false
      }
    }
    if let fault { throw fault }
    for (offset, item) in sorted.enumerated() { items[base + offset] = item }
  }

  /// Whether an item precedes another, by the first key that differs.
  private mutating func isBefore(
    _ first: Item, _ second: Item, _ instruction: Instruction, _ frame: Frame
  ) throws(FHIRPathError) -> Bool {
    try step()
    guard instruction.second >= 0 else { return try order(first, second, instruction) < 0 }
    var number = instruction.second
    while number >= 0 {
      let key = code[Int(number)]
      var inner = frame
      inner.this = first
      let a = try operand(key.first, inner, key)
      inner.this = second
      let b = try operand(key.first, inner, key)
      let order = try order(a, b, key)
      if order != 0 { return (order < 0) != (key.detail == 1) }
      number = key.second
    }
    return false
  }

  /// The order of two values: empty precedes all values, and undecided values are equal.
  private mutating func order(_ first: Item, _ second: Item, _ instruction: Instruction) throws(FHIRPathError) -> Int {
    if first.kind == .none || second.kind == .none {
      return first.kind == second.kind ? 0 : first.kind == .none ? -1 : 1
    }
    return try compare(first, second, instruction) ?? 0
  }
}
