extension Machine {
  /// The mathematical functions, on a number or a quantity.
  mutating func evaluateMath(_ item: Item, _ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let value = value(of: item)
    if value.kind == .quantity, let quantity = value.quantity { return try evaluate(quantity, instruction, frame) }
    guard value.isNumber else {
      throw failure(instruction, "\(instruction.op.sign) needs a number, found \(describe(item))")
    }
    let number = Machine.decimal(value)
    let result: Item?
    switch instruction.op {
    case .abs:
      result = value.kind == .integer ? .integer(abs(value.integer)) : .decimal(number.digits < 0 ? -number : number)
    case .ceiling: result = Machine.integer(number.ceiling)
    case .floor: result = Machine.integer(number.floor)
    case .truncate: result = Machine.integer(number.truncated)
    case .round: result = try rounded(number, instruction, frame)
    case .exp: result = number.exponential().map { .decimal($0) }
    case .ln: result = number.naturalLogarithm().map { .decimal($0) }
    case .sqrt: result = number.squareRoot().map { .decimal($0) }
    case .log:
      guard let base = try numberArgument(instruction, frame) else { return }
      result = number.logarithm(Machine.decimal(base)).map { .decimal($0) }
    default:
      guard let exponent = try numberArgument(instruction, frame) else { return }
      guard let power = number.raised(to: Machine.decimal(exponent)) else { return }
      let isWhole = value.kind == .integer && exponent.kind == .integer && exponent.integer >= 0
      result = isWhole ? Machine.integer(power.truncated) : .decimal(power)
    }
    if let result { try push(result) }
  }

  /// `abs()` and the rounding functions keep the unit of a quantity.
  private mutating func evaluate(
    _ quantity: Quantity, _ instruction: Instruction, _ frame: Frame
  ) throws(FHIRPathError) {
    var result = quantity
    switch instruction.op {
    case .abs: if quantity.value.digits < 0 { result.value = -quantity.value }
    case .ceiling: result.value = Decimal(digits: quantity.value.ceiling, scale: 0)
    case .floor: result.value = Decimal(digits: quantity.value.floor, scale: 0)
    case .truncate: result.value = Decimal(digits: quantity.value.truncated, scale: 0)
    case .round:
      guard let rounded = try rounded(quantity.value, instruction, frame) else { return }
      result.value = Machine.decimal(rounded)
    default: throw failure(instruction, "\(instruction.op.sign) needs a number, found a Quantity")
    }
    try push(arena.keep(result))
  }

  private mutating func rounded(
    _ number: Decimal, _ instruction: Instruction, _ frame: Frame
  ) throws(FHIRPathError) -> Item? {
    var places = 0
    if instruction.second >= 0 {
      guard let given = try integerArgument(instruction.second, frame, instruction) else { return nil }
      guard given >= 0 else { throw failure(instruction, "round() needs a precision from 0, found \(given)") }
      places = given
    }
    return .decimal(number.rounded(to: places))
  }

  private mutating func numberArgument(
    _ instruction: Instruction, _ frame: Frame
  ) throws(FHIRPathError) -> Item? {
    let item = try operand(instruction.second, frame, instruction)
    if item.kind == .none { return nil }
    let value = value(of: item)
    guard value.isNumber else {
      throw failure(instruction, "\(instruction.op.sign) needs a number, found \(describe(item))")
    }
    return value
  }

  /// A whole number as an Integer, `nil` if it does not fit into 32 bits.
  static func integer(_ value: Int128) -> Item? { Int64(exactly: value).flatMap { integerItem($0) } }
}

extension Decimal {
  /// The least whole number that is not less.
  var ceiling: Int128 { truncated + (digits > 0 && !isWhole ? 1 : 0) }
  /// The greatest whole number that is not greater.
  var floor: Int128 { truncated - (digits < 0 && !isWhole ? 1 : 0) }
  private var isWhole: Bool { whole != nil }
}
