/// Some concepts of a system, one bit for each by its number.
package struct ConceptSet: Hashable, Sendable {
  private var words: [UInt64]
  /// How many concepts the system has.
  let capacity: Int

  package init(capacity: Int, isFull: Bool = false) {
    self.capacity = capacity
    words = Array(repeating: isFull ? .max : 0, count: (capacity + 63) / 64)
    if isFull, capacity % 64 != 0 { words[words.count - 1] = 1 << UInt64(capacity % 64) - 1 }
  }

  package func contains(_ concept: Int) -> Bool {
    concept >= 0 && concept < capacity && words[concept >> 6] & 1 << UInt64(concept & 63) != 0
  }

  package mutating func insert(_ concept: Int) {
    if concept >= 0, concept < capacity { words[concept >> 6] |= 1 << UInt64(concept & 63) }
  }

  package mutating func remove(_ concept: Int) {
    if concept >= 0, concept < capacity { words[concept >> 6] &= ~(1 << UInt64(concept & 63)) }
  }

  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  // Sets of one system have the same capacity; of two others nothing is combined.

  package mutating func formUnion(_ other: ConceptSet) { combine(other) { $0 | $1 } }
  package mutating func formIntersection(_ other: ConceptSet) { combine(other) { $0 & $1 } }
  package mutating func subtract(_ other: ConceptSet) { combine(other) { $0 & ~$1 } }

  private mutating func combine(_ other: ConceptSet, _ operation: (UInt64, UInt64) -> UInt64) {
    for place in 0..<min(words.count, other.words.count) { words[place] = operation(words[place], other.words[place]) }
  }
}
