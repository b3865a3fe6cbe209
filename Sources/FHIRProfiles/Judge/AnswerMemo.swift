import FHIRSupport

/// What tells a question about values from all others, by its address.
final class Question: Sendable {}

/// Remembers answers to questions about values, by a fingerprint of the question and the value's bytes, in 2,048 slots
/// of one answer each: 120 Bundles of made-up patients take no longer with these than with eight times as many, by
/// Argonaut. Records repeat the same values: the profile that they claim, a code, the kind of record. ``KeyedHash``
/// says why a fingerprint may stand for a text.
struct AnswerMemo: ~Copyable {
  /// The largest value that is kept, in bytes.
  private static let longest = 1_000

  private struct Place {
    var key = Fingerprint.zero
    var answer: UInt64 = 0
    /// The work that it took to find the answer.
    var spent = 0
  }

  private static let size = 2_048
  private let places: UnsafeMutablePointer<Place>
  private let hash = KeyedHash.process
  let keepsGoodValues: Bool

  init(keepsGoodValues: Bool) {
    self.keepsGoodValues = keepsGoodValues
    // A slot and its neighbour share a line of the processor's cache.
    places = UnsafeMutableRawPointer.allocate(byteCount: Self.size * MemoryLayout<Place>.stride, alignment: 64)
      .initializeMemory(as: Place.self, repeating: Place(), count: Self.size)
  }

  deinit { places.deallocate() }

  /// What an answer to an asker, all that it depends on except the value, is kept under; `nil` for too long a value.
  func key(_ asker: UInt, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Fingerprint? {
    guard count <= Self.longest else { return nil }
    return hash.hash(bytes, count, seed: Fingerprint(low: UInt64(asker), high: UInt64(asker)))
  }

  private static func place(_ key: Fingerprint) -> Int { Int(truncatingIfNeeded: key.low) & (size &- 1) }

  /// The remembered answer; `nil` for none, and where finding it again would take more work than is left. It uses as
  /// much work as the first time: whether the work of a record is enough must not depend on what is remembered, which
  /// differs with the records before it.
  func answer(_ key: Fingerprint, _ left: inout Int) -> UInt64? {
    let first = Self.place(key)
    let place = places + (places[first].key == key ? first : first ^ 1)
    guard place.pointee.key == key, place.pointee.spent <= left else { return nil }
    left &-= place.pointee.spent
    return place.pointee.answer
  }

  /// Keeps an answer. The previous one in its slot moves to the neighbour: two frequent ones do not replace each other.
  func keep(_ answer: UInt64, spent: Int, for key: Fingerprint) {
    let place = Self.place(key)
    places[place ^ 1] = places[place]
    places[place] = Place(key: key, answer: answer, spent: spent)
  }
}
