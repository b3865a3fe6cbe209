import FHIRText

extension Machine {
  /// Keeps the first of equal items, and drops everything above the range.
  ///
  /// Texts are looked up in a hash table, so that the codes of a large value set take linear time; each other item is
  /// compared with the items kept so far.
  mutating func keepDistinct(_ range: Range<Int>, in base: Int) throws(FHIRPathError) {
    var kept = base
    if var texts = try textTable(of: range) {
      for place in range where try insert(place - range.lowerBound, into: &texts) {
        setItem(kept, items[place])
        kept += 1
      }
    } else {
      for place in range {
        let item = items[place]
        if !(try contains(item, base..<kept)) {
          setItem(kept, item)
          kept += 1
        }
      }
    }
    drop(to: kept)
  }

  mutating func evaluateIsDistinct(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Ternary {
    let base = count
    try evaluate(instruction.first, frame)
    let end = count
    defer { drop(to: base) }
    if var texts = try textTable(of: base..<end) {
      for number in 0..<end - base where !(try insert(number, into: &texts)) { return .no }
    } else {
      for place in base..<end where try contains(items[place], base..<place) { return .no }
    }
    return .yes
  }

  /// Texts by number, and an open hash table of the numbers plus one; both are in the arena.
  private struct TextTable {
    let texts: UnsafeMutablePointer<TextSpan>
    let places: UnsafeMutablePointer<UInt32>
    let mask: Int
  }

  /// The texts in a range of the stack; `nil` if one of its items is not a text, or there are too few to be worthwhile.
  private mutating func textTable(of range: Range<Int>) throws(FHIRPathError) -> TextTable? {
    guard range.count > 8 else { return nil }
    var size = 32
    while size < range.count * 2 { size *= 2 }
    try allow(bytes: range.count * MemoryLayout<TextSpan>.stride + size * 4)
    let texts = arena.allocate(range.count * MemoryLayout<TextSpan>.stride)
      .bindMemory(to: TextSpan.self, capacity: range.count)
    for place in range {
      let value = value(of: items[place])
      guard value.kind == .string else { return nil }
      (texts + (place - range.lowerBound)).initialize(to: value.text)
    }
    let places = arena.allocate(size * 4).bindMemory(to: UInt32.self, capacity: size)
    places.initialize(repeating: 0, count: size)
    return TextTable(texts: texts, places: places, mask: size - 1)
  }

  /// Whether no earlier text is equal; each probe of the table counts as a step, so that crafted collisions end at the
  /// limit.
  private mutating func insert(_ number: Int, into table: inout TextTable) throws(FHIRPathError) -> Bool {
    let text = table.texts[number]
    var place = Int(truncatingIfNeeded: KeyedHash.process.hash(text.start, text.count).low) & table.mask
    while table.places[place] != 0 {
      try step(1 + text.count >> 6)
      if table.texts[Int(table.places[place]) - 1].equals(text) { return false }
      place = (place + 1) & table.mask
    }
    try step(1 + text.count >> 3)
    table.places[place] = UInt32(truncatingIfNeeded: number + 1)
    return true
  }
}
