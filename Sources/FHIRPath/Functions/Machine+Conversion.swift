import FHIRTape

extension Machine {
  /// `convertsToX()`: whether `toX()` has a result.
  mutating func evaluateConverts(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool? {
    let item = try operand(instruction.first, frame, instruction)
    guard item.kind != .none else { return nil }
    // Both rows of operations have the same order.
    let place = instruction.op.rawValue - Instruction.Op.convertsToBoolean.rawValue
    let op = Instruction.Op(rawValue: Instruction.Op.toBoolean.rawValue + place) ?? .toString
    return try convert(item, op, instruction, frame).kind != .none
  }

  /// `toX()` of one item, `none` if it cannot be converted.
  mutating func convert(
    _ item: Item, _ op: Instruction.Op, _ instruction: Instruction, _ frame: Frame
  ) throws(FHIRPathError) -> Item {
    let value = value(of: item)
    if value.kind == .string { try step(value.text.count >> 3) }
    switch op {
    case .toBoolean: return Machine.boolean(value)
    case .toInteger: return integer(value)
    case .toDecimal: return decimal(value)
    case .toDate: return moment(value, .date)
    case .toDateTime: return moment(value, .dateTime)
    case .toTime: return moment(value, .time)
    case .toQuantity:
      let unit = instruction.second < 0 ? nil : try textArgument(instruction.second, frame, instruction)
      return unit.map { converted(quantity(value), to: $0) } ?? quantity(value)
    default: return try text(item, value)
    }
  }

  private static func boolean(_ value: Item) -> Item {
    switch value.kind {
    case .boolean: return value
    case .integer: return value.integer == 1 ? .boolean(true) : value.integer == 0 ? .boolean(false) : .none
    case .decimal:
      let number = value.decimal
      return number == Decimal(1) ? .boolean(true) : number.digits == 0 ? .boolean(false) : .none
    case .string:
      switch value.text.name?.lowercased() {
      case "true", "t", "yes", "y", "1", "1.0": return .boolean(true)
      case "false", "f", "no", "n", "0", "0.0": return .boolean(false)
      default: return .none
      }
    default: return .none
    }
  }

  private func integer(_ value: Item) -> Item {
    switch value.kind {
    case .integer: value
    case .boolean: .integer(value.boolean ? 1 : 0 as Int64)
    case .string: Machine.integer(value.text).flatMap { Machine.integer($0) } ?? .none
    default: .none
    }
  }

  private func decimal(_ value: Item) -> Item {
    switch value.kind {
    case .integer: return .decimal(Decimal(value.integer))
    case .decimal: return value
    case .boolean: return .decimal(Decimal(digits: value.boolean ? 10 : 0, scale: 1))
    case .string:
      // Plain notation has no exponent.
      let text = value.text
      guard !text.buffer.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return .none }
      return Decimal(text.buffer).map { .decimal($0) } ?? .none
    default: return .none
    }
  }

  private mutating func moment(_ value: Item, _ kind: Moment.Kind) -> Item {
    if value.momentKind == kind { return value }
    if value.kind == .string { return Moment(value.text.buffer, kind).map { arena.keep($0, kind) } ?? .none }
    guard kind != .time, value.kind != .time, var moment = value.moment else { return .none }
    // What is a date already has no more than a day, and no zone.
    (moment.precision, moment.offset) = (min(moment.precision, .day), nil)
    return arena.keep(moment, kind)
  }

  private mutating func text(_ item: Item, _ value: Item) throws(FHIRPathError) -> Item {
    if let text = plainText(of: item), item.kind == .node { return .string(text) }
    switch value.kind {
    case .string: return value
    case .boolean: return .string(TextSpan(value.boolean ? "true" : "false"))
    case .integer where item.kind == .node, .decimal where item.kind == .node && tape.tag(item.index) != .exponent:
      return .string(tape.span(item.index))
    case .integer: return .string(arena.keep(String(value.integer)))
    case .decimal: return .string(arena.keep(value.decimal.description))
    case .date, .dateTime, .time:
      guard let moment = value.moment, let kind = value.momentKind else { return .none }
      return .string(arena.keep(moment.text(kind)))
    case .quantity: return value.quantity.map { .string(arena.keep($0.description)) } ?? .none
    case .none, .node, .type: return .none
    }
  }

  private mutating func quantity(_ value: Item) -> Item {
    switch value.kind {
    case .quantity: return value
    case .integer, .decimal, .boolean: return Machine.quantity(decimal(value)).map { arena.keep($0) } ?? .none
    case .string: return Quantity(text: value.text).map { arena.keep($0) } ?? .none
    default: return .none
    }
  }

  private mutating func converted(_ item: Item, to unit: TextSpan) -> Item {
    guard let quantity = item.quantity else { return .none }
    let calendar = CalendarUnit(word: unit.buffer)
    let name = calendar.map { TextSpan($0.name) } ?? unit
    let target = Quantity(value: Decimal(1), unit: name, isCalendar: calendar != nil)
    return Units.convert(quantity, to: target).map { arena.keep($0) } ?? .none
  }
}

extension Quantity: CustomStringConvertible {
  /// Reads `4 days`, `4.5 'mg'` or a number alone; `nil` for other text.
  init?(text: TextSpan) {
    let isSigned = text.count > 0 && (text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-"))
    let rest = text.buffer.dropFirst(isSigned ? 1 : 0).drop { Lexer.isDigit($0) || $0 == UInt8(ascii: ".") }
    guard let value = Decimal(text.slice(0, rest.startIndex).buffer) else { return nil }
    let word = rest.drop(while: Bytes.isWhitespace)
    if rest.isEmpty {
      self.init(value: value, unit: TextSpan("1"), isCalendar: false)
    } else if word.first == UInt8(ascii: "'") {
      let unit = word.dropFirst().dropLast()
      guard !unit.isEmpty, word.last == UInt8(ascii: "'"), !unit.contains(UInt8(ascii: "'")) else { return nil }
      self.init(value: value, unit: text.slice(unit.startIndex, unit.endIndex), isCalendar: false)
    } else {
      guard let unit = CalendarUnit(word: word) else { return nil }
      self.init(value: value, unit: TextSpan(unit.name), isCalendar: true)
    }
  }

  /// The quantity in the form of its literal.
  var description: String {
    guard isCalendar else { return "\(value) '\(unit.string)'" }
    return "\(value) \(unit.string)" + (value == Decimal(1) ? "" : "s")
  }
}
