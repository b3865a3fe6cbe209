/// Texts that were found good, by a 64-bit hash: the last two in each of 128 pairs of places, so that two frequent ones
/// rarely evict each other.
///
/// Records repeat a few systems and units, and judging one takes longer than recognising it. The owner provides the
/// memory of the places, so a memo allocates nothing. The hash has the key of this process, so an attacker cannot construct
/// a text that collides with a good one.
struct TextMemo {
  /// The number of words that a memo needs.
  static let size = 256

  private let places: UnsafeMutablePointer<UInt64>
  private let key = KeyedHash.process
  /// All bits, or none for a memo that forgets at once.
  private let kept: UInt64

  init(at places: UnsafeMutablePointer<UInt64>, isKept: Bool) {
    self.places = places
    kept = isKept ? ~0 : 0
    places.initialize(repeating: 0, count: Self.size)
  }

  /// Whether the text with this hash was added and not replaced since.
  func contains(_ hash: UInt64) -> Bool { pair(of: hash)[0] == hash || pair(of: hash)[1] == hash }

  func insert(_ hash: UInt64) {
    let pair = pair(of: hash)
    (pair[0], pair[1]) = (hash & kept, pair[0])
  }

  private func pair(of hash: UInt64) -> UnsafeMutablePointer<UInt64> { places + Int(hash & UInt64(Self.size - 2)) }

  /// The hash of a text for a kind of check, which has entries of its own; never zero, which stands for an empty place.
  func hash(_ text: TextBytes, for purpose: Int = 0) -> UInt64 {
    let purpose = UInt64(truncatingIfNeeded: purpose)
    return key.hash(text.bytes, text.count, seed: Fingerprint(low: purpose, high: purpose)).low | 1 << 63
  }
}
