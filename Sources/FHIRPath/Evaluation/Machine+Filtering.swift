extension Machine {
  /// What a criterion or projection is evaluated on: an item of the input, and its place.
  @inline(__always)
  private func inner(_ place: Int, _ index: Int, _ frame: Frame) -> Frame {
    Frame(
      this: items[place], index: Int32(truncatingIfNeeded: index), total: frame.total, totalCount: frame.totalCount)
  }

  mutating func evaluateWhere(_ instruction: Instruction, _ frame: Frame, _ limit: Int) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.first, frame)
    let end = count
    var kept = base
    for place in base..<end {
      if try boolean(instruction.second, inner(place, place - base, frame)) == .yes {
        setItem(kept, items[place])
        kept += 1
        if kept - base >= limit { break }
      }
    }
    drop(to: kept)
  }

  mutating func evaluateSelect(_ instruction: Instruction, _ frame: Frame, _ limit: Int) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.first, frame)
    let end = count
    for place in base..<end {
      try evaluate(instruction.second, inner(place, place - base, frame), limit: limit)
      if count - end >= limit { break }
    }
    slide(from: end, to: base)
  }

  /// `repeat()`: the projection of the input, of what that gave, and so on, as long as something new comes.
  mutating func evaluateRepeat(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.first, frame)
    let start = count
    for place in base..<start {
      try addNew(instruction, inner(place, place - base, frame), since: start)
    }
    var place = start
    while place < count {
      try addNew(instruction, inner(place, place - start, frame), since: start)
      place += 1
    }
    slide(from: start, to: base)
  }

  /// Pushes the items of a projection that are not among those since a place.
  private mutating func addNew(
    _ instruction: Instruction, _ frame: Frame, since start: Int
  ) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.second, frame)
    // repeatAll() takes what it finds.
    if instruction.op == .repeatAll { return }
    let end = count
    var kept = base
    candidates: for place in base..<end {
      let item = items[place]
      for other in start..<kept where try isEqual(items[other], item) == .yes { continue candidates }
      setItem(kept, item)
      kept += 1
    }
    drop(to: kept)
  }

  /// `iif()`: only the branch that is taken is evaluated.
  mutating func evaluateConditional(
    _ instruction: Instruction, _ frame: Frame, _ limit: Int
  ) throws(FHIRPathError) {
    var inner = frame
    if instruction.first >= 0 { inner.this = try operand(instruction.first, frame, instruction) }
    if try boolean(instruction.second, inner) == .yes {
      try evaluate(instruction.third, inner, limit: limit)
    } else if instruction.detail >= 0 {
      try evaluate(instruction.detail, inner, limit: limit)
    }
  }

  /// `aggregate()`: the projection of each item, with what came before it as `$total`.
  mutating func evaluateAggregate(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.first, frame)
    let total = count
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

  /// `trace()`: the input, which is also passed to the listener with a name.
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
}
