package import JSONTape

/// The canonical digest of a JSON value on the tape: what it says, and not how it is written.
///
/// | does not count                          | counts                                             |
/// |-----------------------------------------|----------------------------------------------------|
/// | white space, the order of an object's members | the order of an array's elements             |
/// | how a character of a string is escaped  | every character of a string                        |
/// |                                         | the digits of a number: `1.0`, `1.00` and `1e0` differ |
///
/// One pass, nothing is sorted: each member has a fingerprint of its own, made of its key and its value, and an object
/// is the sum of its members'. A sum of keyed fingerprints is as hard to hit by chance as one of them, and it is a sum
/// of both lanes, not an exclusive or, so that a member that stands there twice does not vanish. Equal digests are a
/// reason to compare, see ``ContentComparison``, and no more than that.
package struct ContentDigest {
  private let key: FingerprintKey
  private let tape: Tape
  private var scratch: [UInt8] = []

  private static let root = Fingerprint(low: 0, high: 0)

  package init(_ tape: Tape, key: FingerprintKey) {
    self.tape = tape
    self.key = key
  }

  /// The digest of the value at a tape index.
  package mutating func digest(of index: Int) -> Fingerprint {
    value(index, ContentDigest.root)
  }

  /// The digest of a value that stands under `seed`: the fingerprint of its key, or of the elements before it.
  private mutating func value(_ index: Int, _ seed: Fingerprint) -> Fingerprint {
    let tag = tape.tag(index)
    switch tag {
    case .string, .key:
      return key.hash(tape.lexeme(index), tape.length(index), seed: seed)
    case .escapedString, .escapedKey:
      return text(index, seed)
    case .integer, .decimal, .exponent:
      return key.combine(key.hash(tape.lexeme(index), tape.length(index), seed: seed), 1, seed: seed)
    case .null, .true, .false:
      return key.combine(seed, UInt64(tag.rawValue) + 16, seed: seed)
    case .object:
      var sum = Fingerprint(low: 0, high: 0)
      let end = tape.next(index)
      var i = index + 2
      while i < end {
        let name = value(i, ContentDigest.root)
        let member = value(i + 1, name)
        sum.low &+= member.low
        sum.high &+= member.high
        i = tape.next(i + 1)
      }
      return key.combine(sum, UInt64(tape.length(index)) << 8 | 2, seed: seed)
    case .array:
      var chain = seed
      let end = tape.next(index)
      var i = index + 2
      while i < end {
        chain = value(i, chain)
        i = tape.next(i)
      }
      return key.combine(chain, UInt64(tape.length(index)) << 8 | 3, seed: seed)
    }
  }

  @inline(never)
  private mutating func text(_ index: Int, _ seed: Fingerprint) -> Fingerprint {
    scratch.removeAll(keepingCapacity: true)
    JSONString.unescape(
      UnsafeBufferPointer(start: tape.lexeme(index), count: tape.length(index)), into: &scratch)
    return scratch.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return key.hash(tape.lexeme(index), 0, seed: seed) }
      return key.hash(start, bytes.count, seed: seed)
    }
  }
}
