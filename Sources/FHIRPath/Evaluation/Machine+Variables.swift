extension Machine {
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

  private mutating func keepVariable(_ number: Int32, from base: Int) throws(FHIRPathError) {
    let found = count - base
    try allow(bytes: found * MemoryLayout<Item>.stride)
    let place = arena.allocate(found * MemoryLayout<Item>.stride).bindMemory(to: Item.self, capacity: found)
    place.initialize(from: items + base, count: found)
    while variables.count <= Int(number) { variables.append(UnsafeBufferPointer(start: nil, count: 0)) }
    variables[Int(number)] = UnsafeBufferPointer(start: place, count: found)
  }

  mutating func pushVariable(_ instruction: Instruction) throws(FHIRPathError) {
    guard Int(instruction.detail) < variables.count else { return }
    for item in variables[Int(instruction.detail)] {
      try step()
      try push(item)
    }
  }

  /// `coalesce()`: the first alternative that has items.
  mutating func evaluateAlternatives(
    _ instruction: Instruction, _ frame: Frame, _ limit: Int
  ) throws(FHIRPathError) {
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
    let instant = self.instant ?? Instant.now
    self.instant = instant
    switch instruction.op {
    case .now: try push(arena.keep(instant.moment, .dateTime))
    case .today:
      var date = instant.moment
      (date.hour, date.minute, date.second, date.nanoseconds) = (0, 0, 0, 0)
      date.offset = nil
      date.fractionDigits = 0
      date.precision = .day
      try push(arena.keep(date, .date))
    default:
      var time = instant.moment
      (time.year, time.month, time.day) = (0, 1, 1)
      time.offset = nil
      try push(arena.keep(time, .time))
    }
  }
}
