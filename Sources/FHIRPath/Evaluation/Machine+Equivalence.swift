import FHIRTape

extension Machine {
  /// `~`: always true or false; ignores order, case, white space and trailing digits.
  mutating func evaluateEquivalent(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool {
    let base = count
    try evaluate(instruction.first, frame)
    let middle = count
    try evaluate(instruction.second, frame)
    let end = count
    defer { drop(to: base) }
    return try isEquivalent(base..<middle, middle..<end)
  }

  /// Whether each item of one collection matches a different equivalent item of the other, in any order.
  private mutating func isEquivalent(_ first: Range<Int>, _ second: Range<Int>) throws(FHIRPathError) -> Bool {
    guard first.count == second.count else { return false }
    // Items that are matched move to the front of the second collection.
    var found = second.lowerBound
    for place in first {
      var other = found
      while other < second.upperBound, !(try isEquivalent(items[place], items[other])) { other += 1 }
      guard other < second.upperBound else { return false }
      (items[other], items[found]) = (items[found], items[other])
      found += 1
    }
    return true
  }

  private mutating func isEquivalent(_ first: Item, _ second: Item) throws(FHIRPathError) -> Bool {
    try step()
    if first.kind == .node, second.kind == .node, first.index.exists, first.index == second.index { return true }
    var (a, b) = (value(of: first), value(of: second))
    readMoment(&a, from: first, as: b)
    readMoment(&b, from: second, as: a)
    switch (a.kind, b.kind) {
    case (.none, .none): return try hasEquivalentChildren(first, second)
    case (.boolean, .boolean): return a.boolean == b.boolean
    case (.string, .string):
      try step((a.text.count + b.text.count) >> 3)
      return Machine.isEquivalent(a.text, b.text)
    case (.type, .type): return a.detail == b.detail && a.text.equals(b.text)
    case (.integer, .integer): return a.integer == b.integer
    case (.integer, .decimal), (.decimal, .integer), (.decimal, .decimal):
      return Machine.isEquivalent(Machine.decimal(a), Machine.decimal(b))
    case (.quantity, .quantity), (.quantity, .integer), (.quantity, .decimal), (.integer, .quantity),
      (.decimal, .quantity):
      guard let a = Machine.quantity(a), let b = Machine.quantity(b) else { return false }
      try stepUnits(a, b)
      return Units.isEquivalent(a, b)
    case (.time, .time), (.date, .date), (.dateTime, .dateTime), (.date, .dateTime), (.dateTime, .date):
      guard let a = a.moment, let b = b.moment else { return false }
      return a.compare(b) == 0
    default: return false
    }
  }

  /// Compares numbers at the precision of the less precise one, ignoring trailing zeros.
  static func isEquivalent(_ a: Decimal, _ b: Decimal) -> Bool {
    let (a, b) = (a.normalized, b.normalized)
    let places = min(a.scale, b.scale)
    return a.rounded(to: places).compare(b.rounded(to: places)) == 0
  }

  /// Compares texts without regard to case; all runs of white space are equivalent.
  static func isEquivalent(_ a: TextSpan, _ b: TextSpan) -> Bool { simplified(a) == simplified(b) }

  /// The scalars, which are compared without normalisation, unlike strings.
  private static func simplified(_ text: TextSpan) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var isBehindSpace = false
    for scalar in text.string.lowercased().unicodeScalars {
      if scalar.properties.isWhitespace {
        isBehindSpace = !result.isEmpty
        continue
      }
      if isBehindSpace { result.append(" ") }
      isBehindSpace = false
      result.append(scalar)
    }
    return result
  }

  /// Whether two elements have equivalent children, in any order. Ids are ignored.
  private mutating func hasEquivalentChildren(_ first: Item, _ second: Item) throws(FHIRPathError) -> Bool {
    guard first.kind == .node, second.kind == .node else { return false }
    let (a, b) = (object(of: first).index, object(of: second).index)
    guard a.exists, b.exists else { return a == b }
    guard try hasEquivalentMembers(a, b) else { return false }
    return try hasEquivalentMembers(b, a)
  }

  private mutating func hasEquivalentMembers(_ a: TapeIndex, _ b: TapeIndex) throws(FHIRPathError) -> Bool {
    for key in tape.keys(of: a) {
      let name = lexeme(key)
      if name.equals("id") || model.isComments(name) { continue }
      try step(tape.length(b))
      let other = tape.key(name, in: b)
      guard other.exists else { return false }
      let base = count
      try pushRaw(key, of: a)
      let middle = count
      try pushRaw(other, of: b)
      let end = count
      let isSame = try isEquivalent(base..<middle, middle..<end)
      drop(to: base)
      if !isSame { return false }
    }
    return true
  }

  /// Pushes the values of a key as elements whose type follows only from their JSON form.
  private mutating func pushRaw(_ key: TapeIndex, of object: TapeIndex) throws(FHIRPathError) {
    try pushValues(key: key, owner: object, member: -1, detail: 0, limit: .max)
  }
}
