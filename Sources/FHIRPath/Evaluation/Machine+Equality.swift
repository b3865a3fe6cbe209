import FHIRSchema
import FHIRTape

extension Machine {
  /// `=`: `nil` if an operand is empty, or if the order of two moments is undecided.
  mutating func evaluateEqual(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool? {
    let (base, middle) = try input(instruction, frame)
    if middle == base { return nil }
    try evaluate(instruction.second, frame)
    let end = count
    defer { drop(to: base) }
    if end == middle { return nil }
    guard end - middle == middle - base else { return false }
    var result: Bool? = true
    for offset in 0..<(middle - base) {
      let isSame = try isEqual(items[base + offset], items[middle + offset])
      if isSame == false { return false }
      if isSame == nil { result = nil }
    }
    return result
  }

  mutating func isEqual(_ first: Item, _ second: Item) throws(FHIRPathError) -> Bool? {
    try step()
    if first.kind == .node, second.kind == .node {
      if first.index.exists, first.index == second.index { return true }
      if let isSame = try compareComplex(first, second) {
        // Quantities that differ as elements may be equal as quantities of System.
        guard !isSame, let a = quantity(of: first), let b = quantity(of: second) else { return isSame }
        try stepUnits(a, b)
        return Units.compare(a, b).map { $0 == 0 }
      }
    }
    var (a, b) = (value(of: first), value(of: second))
    // A FHIR element without a value equals no value.
    if a.kind == .none || b.kind == .none { return false }
    readMoment(&a, from: first, as: b)
    readMoment(&b, from: second, as: a)
    switch (a.kind, b.kind) {
    case (.boolean, .boolean): return a.boolean == b.boolean
    case (.string, .string):
      try step(a.text.count >> 6)
      return a.text.equals(b.text)
    case (.type, .type): return a.detail == b.detail && a.text.equals(b.text)
    default:
      guard let order = try order(a, b) else { return false }
      return order.map { $0 == 0 }
    }
  }

  /// The order of two values: below, at or above zero, or `nil` if that is undecided; without a result if their types
  /// have none.
  mutating func order(_ a: Item, _ b: Item) throws(FHIRPathError) -> Int?? {
    switch (a.kind, b.kind) {
    case (.integer, .integer): return a.integer < b.integer ? -1 : a.integer == b.integer ? 0 : 1
    case _ where a.isNumber && b.isNumber: return Machine.decimal(a).compare(Machine.decimal(b))
    case (.string, .string):
      try step(min(a.text.count, b.text.count) >> 6)
      return a.text.compare(b.text)
    case _ where a.isAmount && b.isAmount:
      guard let a = Machine.quantity(a), let b = Machine.quantity(b) else { return .some(nil) }
      try stepUnits(a, b)
      return .some(Units.compare(a, b))
    case (.time, .time), (.date, .date), (.dateTime, .dateTime), (.date, .dateTime), (.dateTime, .date):
      return .some(a.moment.flatMap { a in b.moment.flatMap { a.compare($0) } })
    default: return nil
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

  mutating func stepUnits(_ a: Quantity, _ b: Quantity) throws(FHIRPathError) {
    if !Units.isSameUnit(a, b) { try step(100 + a.unit.count + b.unit.count) }
  }

  static func decimal(_ item: Item) -> Decimal { item.kind == .integer ? Decimal(item.integer) : item.decimal }

  /// A quantity; a number becomes a quantity without a unit.
  static func quantity(_ item: Item) -> Quantity? {
    item.isNumber ? Quantity(value: decimal(item), unit: TextSpan("1"), isCalendar: false) : item.quantity
  }

  /// Compares two elements child by child; `nil` if not both have children.
  private mutating func compareComplex(_ first: Item, _ second: Item) throws(FHIRPathError) -> Bool? {
    let (isFirst, isSecond) = (tape.isObject(first.index), tape.isObject(second.index))
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
    case (.object, .object): return tape.length(a) == tape.length(b) ? try hasSameMembers(a, b) : false
    case (.array, .array):
      guard tape.length(a) == tape.length(b) else { return false }
      for (a, b) in zip(tape.items(of: a), tape.items(of: b)) where !(try isSame(a, b)) { return false }
      return true
    case (.string, .string), (.string, .escapedString), (.escapedString, .string), (.escapedString, .escapedString):
      try step(tape.length(a) >> 6)
      return lexeme(a).equals(lexeme(b))
    case (let first, let second):
      let numbers: [TapeTag] = [.integer, .decimal, .exponent]
      guard numbers.contains(first), numbers.contains(second) else { return first == second }
      if tape.span(a).equals(tape.span(b)) { return true }
      guard let x = Decimal(tape.span(a).buffer), let y = Decimal(tape.span(b).buffer) else { return false }
      return x == y
    }
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

  /// `~`: always true or false; ignores order, case, white space and trailing digits.
  mutating func evaluateEquivalent(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool {
    let (base, middle) = try input(instruction, frame)
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
    case _ where a.isNumber && b.isNumber: return Machine.isEquivalent(Machine.decimal(a), Machine.decimal(b))
    case _ where a.isAmount && b.isAmount:
      guard let a = Machine.quantity(a), let b = Machine.quantity(b) else { return false }
      try stepUnits(a, b)
      return Units.isEquivalent(a, b)
    default: return try order(a, b) == .some(0)
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

  /// Whether two elements have equivalent children, in any order. Ids are ignored. Of Codings only the code and the
  /// system count, and of two CodeableConcepts one Coding that both have: <https://hl7.org/fhir/R4/fhirpath.html#changes>.
  private mutating func hasEquivalentChildren(_ first: Item, _ second: Item) throws(FHIRPathError) -> Bool {
    guard first.kind == .node, second.kind == .node else { return false }
    let (a, b) = (object(of: first).index, object(of: second).index)
    guard a.exists, b.exists else { return a == b }
    if first.type >= 0, second.type >= 0 {
      let (type, otherType) = (rows.types[Int(first.type)], rows.types[Int(second.type)])
      if type.check == .coding, otherType.check == .coding { return try isSameCoding(a, b) }
      if type.category == .codeableConcept, otherType.category == .codeableConcept,
        let codings = tape.member("coding", of: a), let others = tape.member("coding", of: b)
      {
        for coding in tape.items(of: codings) {
          for other in tape.items(of: others) where try isSameCoding(coding, other) { return true }
        }
        return false
      }
    }
    return try haveEquivalentMembers(a, b)
  }

  /// Whether two Codings have the same code in the same system; those without a code are compared as other elements.
  private mutating func isSameCoding(_ a: TapeIndex, _ b: TapeIndex) throws(FHIRPathError) -> Bool {
    guard tape.tag(a) == .object, tape.tag(b) == .object else { return false }
    try step(tape.length(a) + tape.length(b))
    let code = TextSpan("code")
    guard tape.string(code, in: a).exists || tape.string(code, in: b).exists else {
      return try haveEquivalentMembers(a, b)
    }
    return try isSameText(code, a, b) ? isSameText(TextSpan("system"), a, b) : false
  }

  private mutating func isSameText(_ name: TextSpan, _ a: TapeIndex, _ b: TapeIndex) throws(FHIRPathError) -> Bool {
    let (first, second) = (tape.string(name, in: a), tape.string(name, in: b))
    guard first.exists, second.exists else { return first == second }
    try step((tape.length(first) + tape.length(second)) >> 3)
    return Machine.isEquivalent(lexeme(first), lexeme(second))
  }

  private mutating func haveEquivalentMembers(_ a: TapeIndex, _ b: TapeIndex) throws(FHIRPathError) -> Bool {
    try hasEquivalentMembers(a, b) ? hasEquivalentMembers(b, a) : false
  }

  private mutating func hasEquivalentMembers(_ a: TapeIndex, _ b: TapeIndex) throws(FHIRPathError) -> Bool {
    for key in tape.keys(of: a) {
      let name = lexeme(key)
      if name.equals("id") || model.isComments(name) { continue }
      try step(tape.length(b))
      let other = tape.key(name, in: b)
      guard other.exists else { return false }
      // As elements whose type follows only from their JSON form.
      let base = count
      try pushValues(key: key, owner: a, member: -1, detail: 0, limit: .max)
      let middle = count
      try pushValues(key: other, owner: b, member: -1, detail: 0, limit: .max)
      let end = count
      let isSame = try isEquivalent(base..<middle, middle..<end)
      drop(to: base)
      if !isSame { return false }
    }
    return true
  }

  /// Keeps the first of equal items, and drops everything above the range. Texts are looked up in a set, so that the
  /// codes of a large value set take linear time; each other item is compared with the items kept so far.
  mutating func keepDistinct(_ range: Range<Int>, in base: Int) throws(FHIRPathError) {
    var kept = base
    var texts = try textSet(for: range)
    for place in range where try insert(items[place], into: &texts, after: base..<kept) {
      items[kept] = items[place]
      kept += 1
    }
    drop(to: kept)
  }

  mutating func evaluateIsDistinct(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool? {
    let base = count
    try evaluate(instruction.first, frame)
    defer { drop(to: base) }
    var texts = try textSet(for: base..<count)
    for place in base..<count where !(try insert(items[place], into: &texts, after: base..<place)) { return false }
    return true
  }

  /// A set for the texts in a range of the stack; `nil` if one of its items is not a text, or there are too few to be
  /// worthwhile.
  private mutating func textSet(for range: Range<Int>) throws(FHIRPathError) -> Set<TextSpan>? {
    guard range.count > 8 else { return nil }
    for place in range where value(of: items[place]).kind != .string { return nil }
    try allow(bytes: range.count * 2 * MemoryLayout<TextSpan>.stride)
    return Set(minimumCapacity: range.count)
  }

  /// Whether no earlier item is equal.
  private mutating func insert(
    _ item: Item, into texts: inout Set<TextSpan>?, after earlier: Range<Int>
  ) throws(FHIRPathError) -> Bool {
    guard texts != nil else { return !(try contains(item, earlier)) }
    let text = value(of: item).text
    try step(1 + text.count >> 3)
    return texts?.insert(text).inserted ?? true
  }
}
