extension Machine {
  /// `sort()`: the items in the order of their keys; a stable sort.
  mutating func evaluateSort(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.first, frame)
    var sorted = (base..<count).map { items[$0] }
    var merged = sorted
    var width = 1
    while width < sorted.count {
      for start in stride(from: 0, to: sorted.count, by: width * 2) {
        let middle = min(start + width, sorted.count)
        let end = min(middle + width, sorted.count)
        var (left, right) = (start, middle)
        for place in start..<end {
          if right < end {
            let takesRight = left == middle ? true : try isBefore(sorted[right], sorted[left], instruction, frame)
            if takesRight {
              merged[place] = sorted[right]
              right += 1
              continue
            }
          }
          merged[place] = sorted[left]
          left += 1
        }
      }
      swap(&sorted, &merged)
      width *= 2
    }
    for (offset, item) in sorted.enumerated() { setItem(base + offset, item) }
  }

  /// Whether an item precedes another, by the first key that differs.
  private mutating func isBefore(
    _ first: Item, _ second: Item, _ instruction: Instruction, _ frame: Frame
  ) throws(FHIRPathError) -> Bool {
    try step()
    guard instruction.second >= 0 else { return try order(first, second, instruction) < 0 }
    var number = instruction.second
    while number >= 0 {
      let key = code[Int(number)]
      var inner = frame
      inner.this = first
      let a = try operand(key.first, inner, key)
      inner.this = second
      let b = try operand(key.first, inner, key)
      let order = try order(a, b, key)
      if order != 0 { return (order < 0) != (key.detail == 1) }
      number = key.second
    }
    return false
  }

  /// The order of two values: empty precedes all values, and undecided values are equal.
  private mutating func order(_ first: Item, _ second: Item, _ instruction: Instruction) throws(FHIRPathError) -> Int {
    if first.kind == .none || second.kind == .none {
      return first.kind == second.kind ? 0 : first.kind == .none ? -1 : 1
    }
    return try compare(first, second, instruction) ?? 0
  }
}
