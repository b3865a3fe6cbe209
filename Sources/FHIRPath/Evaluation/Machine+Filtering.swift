extension Machine {
  /// The focus of a criterion or projection: an item of the input, and its position.
  @inline(__always)
  func inner(_ place: Int, _ index: Int, _ frame: Frame) -> Frame {
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

  /// `repeat()`: the projection of the input, of its result, and so on, while there are new items.
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

  /// Pushes the items of a projection that are not in the stack from a given place on.
  private mutating func addNew(
    _ instruction: Instruction, _ frame: Frame, since start: Int
  ) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.second, frame)
    // repeatAll() keeps repeated items.
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

  /// `iif()`: evaluates only the branch that is taken.
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

  /// `aggregate()`: the projection of each item, with the previous result as `$total`.
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
}
