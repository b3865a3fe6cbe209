package import FHIRTape
package import FHIRSupport

/// The canonical digest of a JSON value on the tape: it depends on the content, and not on how it is written.
///
/// | does not count                          | counts                                             |
/// |-----------------------------------------|----------------------------------------------------|
/// | white space, the order of an object's members | the order of an array's elements             |
/// | how a character of a string is escaped  | every character of a string                        |
/// |                                         | the digits of a number: `1.0`, `1.00` and `1e0` differ |
///
/// The digest takes one pass and no sorting. Each member has a fingerprint of its key and value; an object is the sum
/// of its members' fingerprints. Chance collisions of a sum of keyed fingerprints are as improbable as those of one
/// fingerprint. Both lanes are added, not combined by exclusive or, which would cancel a member that occurs twice. If a
/// key is repeated, the order of its members counts, because some readers use the first and some the last.
///
/// Equal digests mean equal content: see ``FingerprintKey``. ``ContentComparison`` compares exactly.
package struct ContentDigest {
  private let key: KeyedHash
  private let tape: Tape
  /// Whether an object with a repeated key was met.
  private var hasRepeats = false
  /// Whether the digest of a repeated key's member includes its position among them.
  private var numbersRepeats = false

  package init(_ tape: Tape, key: FingerprintKey) { (self.tape, self.key) = (tape, key.keyed) }

  package mutating func digest(of index: TapeIndex) -> Fingerprint {
    hasRepeats = false
    let digest = value(index, .zero)
    guard hasRepeats else { return digest }
    // Repeated keys are very rare. The value is read again with all keys noted, which keeps the time linear.
    numbersRepeats = true
    defer { numbersRepeats = false }
    return value(index, .zero)
  }

  /// The digest of a record, without what may change while its version stays: the tags, security labels and profiles in
  /// its `meta`. A `meta` with nothing else is as if it were not there. If a key is repeated, all of it counts.
  package mutating func digest(ofRecord record: TapeIndex, metaKey: TapeIndex) -> Fingerprint {
    let tape = tape
    hasRepeats = false
    var (sum, count) = (plainSum(of: record) { $0 == metaKey }, tape.length(record))
    if metaKey.exists {
      let name = value(metaKey, .zero)
      if tape.tag(metaKey.value) == .object {
        var left = UInt64(tape.length(metaKey.value))
        let inner = plainSum(of: metaKey.value) { key in
          let isLabel = tape.isKey(key, "tag") || tape.isKey(key, "security") || tape.isKey(key, "profile")
          if isLabel { left -= 1 }
          return isLabel
        }
        if left > 0 { add(key.combine(inner, left << 8 | 2, seed: name), to: &sum) } else { count -= 1 }
      } else {
        add(value(metaKey.value, name), to: &sum)
      }
    }
    return hasRepeats ? digest(of: record) : key.combine(sum, UInt64(count) << 8 | 2, seed: .zero)
  }

  @inline(__always) private func add(_ part: Fingerprint, to sum: inout Fingerprint) {
    sum.low &+= part.low
    sum.high &+= part.high
  }

  /// The digest of a value under `seed`: the fingerprint of its key, or of the elements before it.
  private mutating func value(_ index: TapeIndex, _ seed: Fingerprint) -> Fingerprint {
    let tag = tape.tag(index)
    switch tag {
    case .string, .key: return plain(index, seed)
    case .escapedString, .escapedKey: return key.hash(tape.textBytes(index), seed: seed)
    case .integer, .decimal, .exponent:
      return key.combine(key.hash(tape.lexeme(index), tape.length(index), seed: seed), 1, seed: seed)
    case .null, .true, .false: return key.combine(seed, UInt64(tag.rawValue) + 16, seed: seed)
    case .object:
      let sum = numbersRepeats ? numberedSum(of: index) : plainSum(of: index)
      return key.combine(sum, UInt64(tape.length(index)) << 8 | 2, seed: seed)
    case .array:
      var chain = seed
      for i in tape.items(of: index) { chain = value(i, chain) }
      return key.combine(chain, UInt64(tape.length(index)) << 8 | 3, seed: seed)
    }
  }

  @inline(__always) private func plain(_ index: TapeIndex, _ seed: Fingerprint) -> Fingerprint {
    key.hash(tape.lexeme(index), tape.length(index), seed: seed)
  }

  /// The sum of an object's members without some; notes whether a key is repeated.
  @inline(__always) private mutating func plainSum(
    of object: TapeIndex, without isLeftOut: (TapeIndex) -> Bool = { _ in false }
  ) -> Fingerprint {
    var sum = Fingerprint.zero
    // Six bits of each half of each key's fingerprint: a repeated key always finds its bits set.
    var (low, high): (UInt64, UInt64) = (0, 0)
    var mayRepeat = false
    for i in tape.keys(of: object) {
      // Most keys and values are strings without escapes, which need no call.
      let name = tape.tag(i) == .key ? plain(i, .zero) : value(i, .zero)
      if !isLeftOut(i) { add(tape.tag(i.value) == .string ? plain(i.value, name) : value(i.value, name), to: &sum) }
      let (lowBit, highBit) = ((1 as UInt64) &<< (name.low & 63), (1 as UInt64) &<< (name.high & 63))
      mayRepeat = mayRepeat || low & lowBit != 0 && high & highBit != 0
      low |= lowBit
      high |= highBit
    }
    if mayRepeat, !hasRepeats { hasRepeats = repeatsKey(object) }
    return sum
  }

  /// The sum of an object's members, where the digest of a repeated key's member includes its position among them.
  private mutating func numberedSum(of object: TapeIndex) -> Fingerprint {
    var members: [(name: Fingerprint, index: TapeIndex, value: Fingerprint)] = []
    for i in tape.keys(of: object) {
      let name = value(i, .zero)
      members.append((name, i, value(i.value, name)))
    }
    members.sort { ($0.name.low, $0.name.high, $0.index) < ($1.name.low, $1.name.high, $1.index) }
    var sum = Fingerprint.zero
    var number: UInt64 = 0
    for (place, member) in members.enumerated() {
      number = place > 0 && members[place - 1].name == member.name ? number + 1 : 0
      let value = number == 0 ? member.value : key.combine(member.value, number << 8 | 4, seed: member.name)
      add(value, to: &sum)
    }
    return sum
  }

  /// Whether an object has a key twice: the test by a few bits raises false alarms.
  @inline(never) private mutating func repeatsKey(_ object: TapeIndex) -> Bool {
    var names = Set<Fingerprint>(minimumCapacity: min(tape.length(object), 64))
    return tape.keys(of: object).contains { !names.insert(value($0, .zero)).inserted }
  }
}

/// Compares two JSON values exactly, to check ``ContentDigest`` in tests and fuzzing. Members are sorted by key. If an
/// object has a key twice, the order of the two members counts, as in the digest.
package struct ContentComparison {
  private let first, second: Tape

  package init(_ first: Tape, _ second: Tape) { (self.first, self.second) = (first, second) }

  package func isSame(_ one: TapeIndex, _ other: TapeIndex) -> Bool {
    switch (first.tag(one), second.tag(other)) {
    case (.array, .array): return first.items(of: one).elementsEqual(second.items(of: other), by: isSame)
    case (.object, .object):
      let (members, others) = (Self.members(first, one), Self.members(second, other))
      return members.elementsEqual(others) { $0.name == $1.name && isSame($0.key.value, $1.key.value) }
    case (let tag, let otherTag):
      guard tag == otherTag || first.isString(one) && second.isString(other) else { return false }
      return first.textBytes(one) == second.textBytes(other)
    }
  }

  private static func members(_ tape: Tape, _ object: TapeIndex) -> [(name: [UInt8], key: TapeIndex)] {
    tape.keys(of: object).map { (name: tape.textBytes($0), key: $0) }.sorted {
      $0.name == $1.name ? $0.key < $1.key : $0.name.lexicographicallyPrecedes($1.name)
    }
  }
}

extension Tape {
  /// The value of a string or key or the digits of a number, as bytes.
  func textBytes(_ index: TapeIndex) -> [UInt8] {
    let lexeme = UnsafeBufferPointer(start: lexeme(index), count: length(index))
    guard tag(index) == .escapedString || tag(index) == .escapedKey else { return Array(lexeme) }
    var value: [UInt8] = []
    JSONString.unescape(lexeme, into: &value)
    return value
  }
}
