package import FHIRTape

/// Compares two JSON values exactly, to check ``ContentDigest`` in tests and fuzzing.
///
/// Members are paired by key. If an object has a key twice, the order of the two members counts, because some readers
/// use the first and some the last.
package struct ContentComparison {
  private let first: Tape
  private let second: Tape

  package init(_ first: Tape, _ second: Tape) {
    self.first = first
    self.second = second
  }

  /// Whether the values at the two indices have the same content.
  package func isSame(_ one: TapeIndex, _ other: TapeIndex) -> Bool {
    let tag = first.tag(one)
    switch tag {
    case .null, .true, .false: return second.tag(other) == tag
    case .integer, .decimal, .exponent: return second.tag(other) == tag && isSameLexeme(one, other)
    case .string, .escapedString, .key, .escapedKey: return isSameText(one, other)
    case .array: return second.tag(other) == tag && isSameArray(one, other)
    case .object: return second.tag(other) == tag && isSameObject(one, other)
    }
  }

  private func isSameLexeme(_ one: TapeIndex, _ other: TapeIndex) -> Bool {
    let count = first.length(one)
    guard count == second.length(other) else { return false }
    return UnsafeBufferPointer(start: first.lexeme(one), count: count)
      .elementsEqual(UnsafeBufferPointer(start: second.lexeme(other), count: count))
  }

  private func isSameText(_ one: TapeIndex, _ other: TapeIndex) -> Bool {
    switch (first.tag(one), second.tag(other)) {
    case (.string, .string), (.key, .key): isSameLexeme(one, other)
    case (.string, .escapedString), (.escapedString, .string), (.escapedString, .escapedString),
      (.key, .escapedKey), (.escapedKey, .key), (.escapedKey, .escapedKey):
      first.text(one) == second.text(other)
    default: false
    }
  }

  private func isSameArray(_ one: TapeIndex, _ other: TapeIndex) -> Bool {
    first.length(one) == second.length(other)
      && zip(first.items(of: one), second.items(of: other)).allSatisfy { isSame($0, $1) }
  }

  private func isSameObject(_ one: TapeIndex, _ other: TapeIndex) -> Bool {
    guard first.length(one) == second.length(other) else { return false }
    let end = first.next(one)
    var i = one.content
    var j = other.content
    // Copies mostly keep the order of their members; only the rest is sorted.
    while i < end, isSameText(i, j) {
      guard isSame(i.value, j.value) else { return false }
      i = first.next(i.value)
      j = second.next(j.value)
    }
    guard i < end else { return true }
    let members = Self.members(of: first, from: i, to: end)
    let others = Self.members(of: second, from: j, to: second.next(other))
    return members.count == others.count
      && zip(members, others).allSatisfy { $0.name == $1.name && isSame($0.value, $1.value) }
  }

  /// Members by key; members with the same key in document order.
  private static func members(of tape: Tape, from start: TapeIndex, to end: TapeIndex) -> [(
    name: [UInt8], value: TapeIndex
  )] {
    var members: [(name: [UInt8], value: TapeIndex)] = []
    var i = start
    while i < end {
      members.append((tape.text(i), i.value))
      i = tape.next(i.value)
    }
    return members.sorted {
      $0.name == $1.name ? $0.value < $1.value : $0.name.lexicographicallyPrecedes($1.name)
    }
  }
}

extension Tape {
  /// The value of a string or key, as bytes: Swift's strings treat canonically equivalent texts as equal.
  func text(_ index: TapeIndex) -> [UInt8] {
    let lexeme = UnsafeBufferPointer(start: lexeme(index), count: length(index))
    guard tag(index) == .escapedString || tag(index) == .escapedKey else { return Array(lexeme) }
    var value: [UInt8] = []
    JSONString.unescape(lexeme, into: &value)
    return value
  }

  /// Whether the index is that of a string that is not a key.
  func isString(_ index: TapeIndex) -> Bool { tag(index) == .string || tag(index) == .escapedString }
}
