extension Machine {
  /// `in` and `contains`: whether a single item is in a collection.
  mutating func evaluateMembership(
    _ instruction: Instruction, item: Int32, _ collection: Int32, _ frame: Frame
  ) throws(FHIRPathError) -> Bool? {
    let base = count
    let item = try operand(item, frame, instruction)
    guard item.kind != .none else { return nil }
    try evaluate(collection, frame)
    defer { drop(to: base) }
    return try contains(item, base..<count)
  }

  mutating func contains(_ item: Item, _ range: Range<Int>) throws(FHIRPathError) -> Bool {
    for place in range where try isEqual(items[place], item) == true { return true }
    return false
  }

  mutating func evaluateSubsetOf(_ part: Int32, _ whole: Int32, _ frame: Frame) throws(FHIRPathError) -> Bool {
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
    let (base, middle) = try input(instruction, frame)
    if instruction.op != .distinct { try evaluate(instruction.second, frame) }
    let end = count
    switch instruction.op {
    case .distinct, .union: try keepDistinct(base..<end, in: base)
    case .combine: break
    default:
      var kept = base
      for place in base..<middle {
        let item = items[place]
        let isInBoth = try contains(item, middle..<end)
        if isInBoth == (instruction.op == .exclude) { continue }
        if isInBoth, try contains(item, base..<kept) { continue }
        items[kept] = item
        kept += 1
      }
      drop(to: kept)
    }
  }

  /// `[n]`: the item at a position, counted from 0.
  mutating func evaluateIndexer(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let index = try integerArgument(instruction.second, frame, instruction)
    let base = count
    guard let index, index >= 0 else { return }
    try evaluate(instruction.first, frame, limit: index == .max ? .max : index + 1)
    guard index < count - base else { return drop(to: base) }
    items[base] = items[base + index]
    drop(to: base + 1)
  }

  /// `single()`, `first()`, `last()`, `tail()`, `skip()` and `take()`.
  mutating func evaluateSubset(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    var number = 1
    if instruction.op == .skip || instruction.op == .take {
      // If the number is unknown, the result is empty.
      guard let given = try integerArgument(instruction.second, frame, instruction) else { return }
      number = max(given, 0)
    }
    let base = count
    let limit = instruction.op == .single ? 2 : instruction.op == .first || instruction.op == .take ? number : .max
    try evaluate(instruction.first, frame, limit: limit)
    let found = count - base
    switch instruction.op {
    case .single: if found > 1 { throw failure(instruction, "single() found several items") }
    case .last: slide(from: base + max(found - 1, 0), to: base)
    case .tail, .skip: slide(from: base + min(found, number), to: base)
    default: drop(to: base + min(found, number))
    }
  }

  /// The focus of a criterion or projection: an item of the input, and its position.
  @inline(__always) func inner(_ place: Int, _ index: Int, _ frame: Frame) -> Frame {
    Frame(this: items[place], index: Int32(truncatingIfNeeded: index), total: frame.total, totalCount: frame.totalCount)
  }

  mutating func evaluateWhere(_ instruction: Instruction, _ frame: Frame, _ limit: Int) throws(FHIRPathError) {
    let (base, end) = try input(instruction, frame)
    var kept = base
    for place in base..<end {
      if try boolean(instruction.second, inner(place, place - base, frame)) == true {
        items[kept] = items[place]
        kept += 1
        if kept - base >= limit { break }
      }
    }
    drop(to: kept)
  }

  mutating func evaluateSelect(_ instruction: Instruction, _ frame: Frame, _ limit: Int) throws(FHIRPathError) {
    let (base, end) = try input(instruction, frame)
    for place in base..<end {
      try evaluate(instruction.second, inner(place, place - base, frame), limit: limit)
      if count - end >= limit { break }
    }
    slide(from: end, to: base)
  }

  /// `repeat()`: the projection of the input, of its result, and so on, while there are new items.
  mutating func evaluateRepeat(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let (base, start) = try input(instruction, frame)
    for place in base..<start { try addNew(instruction, inner(place, place - base, frame), since: start) }
    var place = start
    while place < count {
      try addNew(instruction, inner(place, place - start, frame), since: start)
      place += 1
    }
    slide(from: start, to: base)
  }

  /// Pushes the items of a projection that are not in the stack from a given place on.
  private mutating func addNew(_ instruction: Instruction, _ frame: Frame, since start: Int) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.second, frame)
    if instruction.op == .repeatAll { return }
    let end = count
    var kept = base
    for place in base..<end where !(try contains(items[place], start..<kept)) {
      items[kept] = items[place]
      kept += 1
    }
    drop(to: kept)
  }

  /// `iif()`: evaluates only the branch that is taken.
  mutating func evaluateConditional(_ instruction: Instruction, _ frame: Frame, _ limit: Int) throws(FHIRPathError) {
    var inner = frame
    if instruction.first >= 0 { inner.this = try operand(instruction.first, frame, instruction) }
    let branch = try boolean(instruction.second, inner) == true ? instruction.third : instruction.detail
    if branch >= 0 { try evaluate(branch, inner, limit: limit) }
  }

  /// `aggregate()`: the projection of each item, with the previous result as `$total`.
  mutating func evaluateAggregate(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let (base, total) = try input(instruction, frame)
    if instruction.second >= 0, instruction.third >= 0 { try evaluate(instruction.third, frame) }
    for place in base..<total {
      let end = count
      var inner = inner(place, place - base, frame)
      inner.total = Int32(truncatingIfNeeded: total)
      inner.totalCount = Int32(truncatingIfNeeded: end - total)
      try evaluate(instruction.second, inner)
      slide(from: end, to: total)
    }
    slide(from: total, to: base)
  }

  /// `trace()`: the input; also passes it to the listener with a name.
  mutating func evaluateTrace(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let name = try textArgument(instruction.second, frame, instruction)
    let base = count
    try evaluate(instruction.first, frame)
    guard let trace else { return }
    let end = count
    var traced = base..<end
    if instruction.third >= 0 {
      for place in base..<end { try evaluate(instruction.third, inner(place, place - base, frame)) }
      traced = end..<count
    }
    trace(name?.string ?? "", traced.map { export(items[$0]) })
    drop(to: end)
  }

  /// `defineVariable()`: stores a collection for the rest of the path; its result is the input.
  mutating func evaluateDefinition(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.first, frame)
    try keepVariable(instruction.detail, from: base)
    guard instruction.second >= 0 else { return }
    // Until its value is computed, the variable is the input.
    let end = count
    try evaluate(instruction.second, frame)
    try keepVariable(instruction.detail, from: end)
    drop(to: end)
  }

  /// Sets the variable that the expression was compiled with.
  mutating func setVariable(_ item: Item) throws(FHIRPathError) {
    try push(item)
    try keepVariable(0, from: 0)
    drop(to: 0)
  }

  private mutating func keepVariable(_ number: Int32, from base: Int) throws(FHIRPathError) {
    let found = count - base
    try allow(bytes: found * MemoryLayout<Item>.stride)
    while variables.count <= Int(number) { variables.append(UnsafeBufferPointer(start: nil, count: 0)) }
    variables[Int(number)] = arena.keep(all: UnsafeBufferPointer(start: items + base, count: found))
  }

  mutating func pushVariable(_ instruction: Instruction) throws(FHIRPathError) {
    guard Int(instruction.detail) < variables.count else { return }
    for item in variables[Int(instruction.detail)] {
      try step()
      try push(item)
    }
  }

  /// `coalesce()`: the first alternative that has items.
  mutating func evaluateAlternatives(_ instruction: Instruction, _ frame: Frame, _ limit: Int) throws(FHIRPathError) {
    let base = count
    var alternative = instruction
    while true {
      try evaluate(alternative.first, frame, limit: limit)
      guard count == base, alternative.second >= 0 else { return }
      alternative = code[Int(alternative.second)]
      try step()
    }
  }

  /// `now()`, `today()` and `timeOfDay()`: the same moment throughout an evaluation.
  mutating func evaluateClock(_ instruction: Instruction) throws(FHIRPathError) {
    let now = instant ?? fixedInstant ?? .now
    instant = now
    switch instruction.op {
    case .now: try push(arena.keep(now, .dateTime))
    case .today:
      var date = Moment(precision: .day)
      (date.year, date.month, date.day) = (now.year, now.month, now.day)
      try push(arena.keep(date, .date))
    default:
      var time = now
      (time.year, time.month, time.day, time.offset) = (0, 1, 1, nil)
      try push(arena.keep(time, .time))
    }
  }
}
