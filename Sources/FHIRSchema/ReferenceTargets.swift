/// The rows of allowed reference targets: the names of types, each once, in order; row 0 is "any".
///
/// The names are decoded on each access, because only messages need them.
package struct ReferenceTargets: RandomAccessCollection, @unchecked Sendable {
  // @unchecked: the slices point into the schema text, which never changes and outlives the table.
  fileprivate(set) var rows: [UnsafeBufferPointer<UInt8>] = [UnsafeBufferPointer(start: nil, count: 0)]

  package var startIndex: Int { 0 }
  package var endIndex: Int { rows.count }
  package subscript(row: Int) -> [String] { Set(rows[row].typeArguments.map(\.text)).sorted() }
}

/// Rows of reference targets under construction: one for each set of types.
struct TargetDraft {
  private(set) var targets = ReferenceTargets()
  /// One bit for each type, ``words`` words for each row; no bits for row 0.
  private var sets: [UInt64]
  let words: Int
  private var numbers = NameDirectory(capacity: 256)

  init(types: Int) {
    // One more is for the directory of resources.
    words = (types + 1 + 63) / 64
    sets = Array(repeating: 0, count: words)
  }

  struct Unknown: Error { let name: String }

  mutating func row(_ arguments: UnsafeBufferPointer<UInt8>, _ types: NameDirectory) throws(Unknown) -> UInt16 {
    if arguments.isEmpty { return 0 }
    if let row = numbers[arguments] { return UInt16(truncatingIfNeeded: row) }
    let first = sets.count
    sets.append(contentsOf: repeatElement(0, count: words))
    for name in arguments.typeArguments {
      guard let type = types[name] else { throw Unknown(name: name.text) }
      sets[first + type >> 6] |= 1 << UInt64(type & 63)
    }
    let last = first / words
    // The same types may stand in another order elsewhere.
    let row = (0..<last).first { row in (0..<words).allSatisfy { sets[row * words + $0] == sets[first + $0] } }
    if row == nil { targets.rows.append(arguments) } else { sets.removeLast(words) }
    numbers.insert(arguments, row ?? last)
    return UInt16(truncatingIfNeeded: row ?? last)
  }

  /// The sets of the rows; all types for a row that allows any, or one of the types that mean any resource.
  func masks(anyOf anyTypes: [Int]) -> [UInt64] {
    var masks = sets
    for row in 0..<masks.count / words {
      let isAny = row == 0 || anyTypes.contains { masks[row * words + $0 >> 6] >> UInt64($0 & 63) & 1 == 1 }
      for word in 0..<words where isAny { masks[row * words + word] = .max }
    }
    return masks
  }
}
