package import FHIRJSON
import FHIRSupport

/// The keys of an object so far, by their tape indices: eight bytes for each key.
package struct KeySet {
  private let tape: Tape
  /// Tape indices of keys; 0 marks an empty place, because no key has this index.
  private var places: [UInt32]

  /// - Parameter count: the largest number of keys that will be added.
  package init(_ tape: Tape, expecting count: Int) {
    self.tape = tape
    var size = 8
    while size < count * 2 { size *= 2 }
    places = Array(repeating: 0, count: size)
  }

  /// Adds a key; `false` if the set has one of the same bytes, escapes resolved.
  package mutating func insert(_ key: TapeIndex) -> Bool {
    let mask = places.count - 1
    var place = hash(key) & mask
    while places[place] != 0 {
      if isSame(key, TapeIndex(Int(places[place]))) { return false }
      place = (place + 1) & mask
    }
    places[place] = UInt32(truncatingIfNeeded: key.word)
    return true
  }

  /// With the key of this process: an attacker cannot prepare keys that collide.
  private func hash(_ key: TapeIndex) -> Int {
    let hash: Fingerprint
    if tape.tag(key) == .escapedKey {
      hash = KeyedHash.process.hash(tape.string(key).utf8)
    } else {
      hash = KeyedHash.process.hash(tape.lexeme(key), tape.length(key))
    }
    return Int(truncatingIfNeeded: hash.low)
  }

  private func isSame(_ key: TapeIndex, _ other: TapeIndex) -> Bool {
    // Compares bytes: names that Unicode treats as equal may still be different names.
    if tape.tag(key) == .escapedKey || tape.tag(other) == .escapedKey {
      return tape.string(key).utf8.elementsEqual(tape.string(other).utf8)
    }
    return tape.length(key) == tape.length(other)
      && Bytes.isEqual(tape.lexeme(key), tape.lexeme(other), tape.length(key))
  }
}
