extension Machine {
  /// `in` and `contains`: whether a single item is in a collection.
  mutating func evaluateMembership(
    _ instruction: Instruction, item: Int32, _ collection: Int32, _ frame: Frame
  ) throws(FHIRPathError) -> Ternary {
    let base = count
    let item = try operand(item, frame, instruction)
    guard item.kind != .none else { return .unknown }
    try evaluate(collection, frame)
    defer { drop(to: base) }
    return Ternary(try contains(item, base..<count))
  }

  /// Whether an item equals an item in a range of the stack.
  mutating func contains(_ item: Item, _ range: Range<Int>) throws(FHIRPathError) -> Bool {
    for place in range where try isEqual(items[place], item) == .yes { return true }
    return false
  }

  /// Whether each item of one collection is in the other.
  mutating func evaluateSubsetOf(
    _ instruction: Instruction, _ part: Int32, _ whole: Int32, _ frame: Frame
  ) throws(FHIRPathError) -> Bool {
    let base = count
    try evaluate(part, frame)
    let middle = count
    try evaluate(whole, frame)
    defer { drop(to: base) }
    let end = count
    for place in base..<middle where !(try contains(items[place], middle..<end)) { return false }
    return true
  }

  /// `distinct()`, `|`, `combine()`, `intersect()` and `exclude()`.
  mutating func evaluateCombination(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.first, frame)
    let middle = count
    if instruction.op != .distinct { try evaluate(instruction.second, frame) }
    let end = count
    switch instruction.op {
    case .distinct, .union:
      try keepDistinct(base..<end, in: base)
    case .combine: break
    case .exclude:
      var kept = base
      for place in base..<middle where !(try contains(items[place], middle..<end)) {
        setItem(kept, items[place])
        kept += 1
      }
      drop(to: kept)
    default:
      var kept = base
      for place in base..<middle {
        let item = items[place]
        if try contains(item, middle..<end), !(try contains(item, base..<kept)) {
          setItem(kept, item)
          kept += 1
        }
      }
      drop(to: kept)
    }
  }

  /// Pushes a copy of an item that is already on the stack.
  @inline(__always)
  func setItem(_ place: Int, _ item: Item) { items[place] = item }

  mutating func evaluateCount(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.first, frame)
    let found = count - base
    drop(to: base)
    try push(.integer(found))
  }

  /// `[n]`: the item at a position, counted from 0.
  mutating func evaluateIndexer(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let index = try integerArgument(instruction.second, frame, instruction)
    let base = count
    guard let index, index >= 0 else { return }
    try evaluate(instruction.first, frame, limit: index == .max ? .max : index + 1)
    guard index < count - base else { return drop(to: base) }
    setItem(base, items[base + index])
    drop(to: base + 1)
  }

  /// `single()`, `first()`, `last()`, `tail()`, `skip()` and `take()`.
  mutating func evaluateSubset(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    var number = 0
    if instruction.op == .skip || instruction.op == .take {
      guard let given = try integerArgument(instruction.second, frame, instruction) else {
        // The number is unknown, so the result is empty.
        return
      }
      number = max(given, 0)
    }
    let base = count
    let limit = instruction.op == .first ? 1 : instruction.op == .single ? 2 : instruction.op == .take ? number : .max
    try evaluate(instruction.first, frame, limit: limit)
    let found = count - base
    switch instruction.op {
    case .single:
      if found > 1 {
        drop(to: base)
        throw failure(instruction, "single() found several items")
      }
    case .first: drop(to: base + min(found, 1))
    case .last: slide(from: base + max(found - 1, 0), to: base)
    case .tail: slide(from: base + min(found, 1), to: base)
    case .skip: slide(from: base + min(found, number), to: base)
    default: drop(to: base + min(found, number))
    }
  }
}
