extension Machine {
  /// Keeps the first of equal items, and drops everything above the range.
  ///
  /// Texts are looked up in a set, so that the codes of a large value set take linear time; each other item is compared
  /// with the items kept so far.
  mutating func keepDistinct(_ range: Range<Int>, in base: Int) throws(FHIRPathError) {
    var kept = base
    var texts = try textSet(for: range)
    for place in range where try insert(items[place], into: &texts, after: base..<kept) {
      setItem(kept, items[place])
      kept += 1
    }
    drop(to: kept)
  }

  mutating func evaluateIsDistinct(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Ternary {
    let base = count
    try evaluate(instruction.first, frame)
    defer { drop(to: base) }
    var texts = try textSet(for: base..<count)
    for place in base..<count where !(try insert(items[place], into: &texts, after: base..<place)) { return .no }
    return .yes
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
