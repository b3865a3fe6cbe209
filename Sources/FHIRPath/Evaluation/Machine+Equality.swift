import FHIRTape

extension Machine {
  /// `=`: unknown if an operand is empty, or if the order of two moments is undecided.
  mutating func evaluateEqual(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Ternary {
    let base = count
    try evaluate(instruction.first, frame)
    let middle = count
    if middle == base { return .unknown }
    try evaluate(instruction.second, frame)
    let end = count
    defer { drop(to: base) }
    if end == middle { return .unknown }
    guard end - middle == middle - base else { return .no }
    var result = Ternary.yes
    for offset in 0..<(middle - base) {
      switch try isEqual(items[base + offset], items[middle + offset]) {
      case .no: return .no
      case .unknown: result = .unknown
      case .yes: break
      }
    }
    return result
  }

  /// Whether two items are equal.
  mutating func isEqual(_ first: Item, _ second: Item) throws(FHIRPathError) -> Ternary {
    try step()
    if first.kind == .node, second.kind == .node {
      if first.index.exists, first.index == second.index { return .yes }
      if let isSame = try compareComplex(first, second) { return Ternary(isSame) }
    }
    var (a, b) = (value(of: first), value(of: second))
    // A FHIR element without a value equals no value.
    if a.kind == .none || b.kind == .none { return .no }
    readMoment(&a, from: first, as: b)
    readMoment(&b, from: second, as: a)
    switch (a.kind, b.kind) {
    case (.boolean, .boolean): return Ternary(a.boolean == b.boolean)
    case (.integer, .integer): return Ternary(a.integer == b.integer)
    case (.string, .string):
      try step(a.text.count >> 6)
      return Ternary(a.text.equals(b.text))
    case (.type, .type): return Ternary(a.detail == b.detail && a.text.equals(b.text))
    case (.quantity, .quantity), (.quantity, .integer), (.quantity, .decimal), (.integer, .quantity),
      (.decimal, .quantity):
      guard let a = Machine.quantity(a), let b = Machine.quantity(b) else { return .unknown }
      try stepUnits(a, b)
      return Units.compare(a, b).map { Ternary($0 == 0) } ?? .unknown
    case (.integer, .decimal), (.decimal, .integer), (.decimal, .decimal):
      return Ternary(Machine.decimal(a).compare(Machine.decimal(b)) == 0)
    case (.time, .time), (.date, .date), (.dateTime, .dateTime), (.date, .dateTime), (.dateTime, .date):
      guard let a = a.moment, let b = b.moment else { return .unknown }
      return a.compare(b).map { Ternary($0 == 0) } ?? .unknown
    default: return .no
    }
  }

  /// Reads a string from an element of unknown type as a moment, if the other operand is one.
  mutating func readMoment(_ value: inout Item, from item: Item, as other: Item) {
    guard value.kind == .string, item.kind == .node, item.type < 0, let kind = other.momentKind else { return }
    if let moment = Moment(value.text.buffer, kind) {
      value = arena.keep(moment, kind)
    } else if kind == .date, let moment = Moment(value.text.buffer, .dateTime) {
      value = arena.keep(moment, .dateTime)
    }
  }

  /// Counts the cost of reading two different units.
  mutating func stepUnits(_ a: Quantity, _ b: Quantity) throws(FHIRPathError) {
    if !Units.isSameUnit(a, b) { try step(100 + a.unit.count + b.unit.count) }
  }

  static func decimal(_ item: Item) -> Decimal {
    item.kind == .integer ? Decimal(item.integer) : item.decimal
  }

  /// A quantity; a number becomes a quantity without a unit.
  static func quantity(_ item: Item) -> Quantity? {
    item.isNumber ? Quantity(value: decimal(item), unit: TextSpan("1"), isCalendar: false) : item.quantity
  }

  // MARK: - Elements with children

  /// Compares two elements child by child; `nil` if neither has children, or both are quantities.
  private mutating func compareComplex(_ first: Item, _ second: Item) throws(FHIRPathError) -> Bool? {
    let isFirst = first.index.exists && tape.tag(first.index) == .object
    let isSecond = second.index.exists && tape.tag(second.index) == .object
    guard isFirst || isSecond else {
      // Two primitives without a value are equal if their siblings are.
      guard !first.index.exists, !second.index.exists else { return nil }
      let (a, b) = (tape.sibling(of: first), tape.sibling(of: second))
      return a.exists && b.exists ? try isSame(a, b) : a == b
    }
    // A number and a quantity are comparable by conversion.
    guard isFirst, isSecond else { return nil }
    return try isSame(first.index, second.index)
  }

  /// Whether two values of the record are equal, ignoring the order of members.
  private mutating func isSame(_ a: TapeIndex, _ b: TapeIndex) throws(FHIRPathError) -> Bool {
    try step()
    if a == b { return true }
    switch (tape.tag(a), tape.tag(b)) {
    case (.object, .object):
      guard tape.length(a) == tape.length(b) else { return false }
      return try hasSameMembers(a, b)
    case (.array, .array):
      guard tape.length(a) == tape.length(b) else { return false }
      var (first, second) = (a.content, b.content)
      while first < tape.next(a) {
        guard try isSame(first, second) else { return false }
        first = tape.next(first)
        second = tape.next(second)
      }
      return true
    case (.string, .string):
      try step(tape.length(a) >> 6)
      return TextSpan(tape.lexeme(a), tape.length(a)).equals(TextSpan(tape.lexeme(b), tape.length(b)))
    case (.string, .escapedString), (.escapedString, .string), (.escapedString, .escapedString):
      return lexeme(a).equals(lexeme(b))
    case (.integer, .integer), (.integer, .decimal), (.integer, .exponent), (.decimal, .integer), (.decimal, .decimal),
      (.decimal, .exponent), (.exponent, .integer), (.exponent, .decimal), (.exponent, .exponent):
      return isSameNumber(a, b)
    case (let first, let second): return first == second
    }
  }

  private func isSameNumber(_ a: TapeIndex, _ b: TapeIndex) -> Bool {
    let (first, second) = (TextSpan(tape.lexeme(a), tape.length(a)), TextSpan(tape.lexeme(b), tape.length(b)))
    if first.equals(second) { return true }
    guard let x = Decimal(first.buffer), let y = Decimal(second.buffer) else { return false }
    return x.compare(y) == 0
  }

  private mutating func hasSameMembers(_ a: TapeIndex, _ b: TapeIndex) throws(FHIRPathError) -> Bool {
    var member = a.content
    // Members usually have the same order, so the search continues after the previous match.
    var guess = b.content
    let end = tape.next(b)
    while member < tape.next(a) {
      var other = guess < end && isSameKey(member, guess) ? guess : b.content
      while other < end, !isSameKey(member, other) {
        try step()
        other = tape.next(other.value)
      }
      guard other < end, try isSame(member.value, other.value) else { return false }
      member = tape.next(member.value)
      guess = tape.next(other.value)
    }
    return true
  }

  private mutating func isSameKey(_ a: TapeIndex, _ b: TapeIndex) -> Bool { lexeme(a).equals(lexeme(b)) }
}
