import FHIRTape

/// Texts that were found good, by a 64-bit hash: the last one in each of 64 places.
///
/// Records repeat a few systems and units, and judging one takes longer than recognising it. The owner provides the
/// memory of the places, so a memo allocates nothing. The key of the hash is random, so an attacker cannot construct a
/// text that collides with a good one.
struct TextMemo {
  /// The number of words that a memo needs.
  static let size = 64

  private let places: UnsafeMutablePointer<UInt64>
  private let key = UInt64.random(in: .min ... .max)

  /// Makes a memo without texts.
  init(at places: UnsafeMutablePointer<UInt64>) {
    self.places = places
    places.initialize(repeating: 0, count: Self.size)
  }

  /// Whether the text with this hash was added and not replaced since.
  func contains(_ hash: UInt64) -> Bool { places[Int(hash & 63)] == hash }

  /// Adds a text by its hash.
  func insert(_ hash: UInt64) { places[Int(hash & 63)] = hash }

  /// The hash of a text, eight bytes at a time; never zero, which stands for an empty place.
  ///
  /// - Parameter purpose: the kind of check; each has separate entries.
  func hash(_ text: TextBytes, for purpose: Int = 0) -> UInt64 {
    var hash = key ^ UInt64(truncatingIfNeeded: text.count &+ purpose &<< 32)
    var rest = text.count
    var p = text.bytes
    while rest >= 8 {
      hash = Self.fold(hash ^ Bytes.load(p))
      p += 8
      rest &-= 8
    }
    hash = Self.fold(hash ^ Bytes.load(p) & (1 &<< UInt64(truncatingIfNeeded: rest &* 8) &- 1))
    return hash | 1 << 63
  }

  private static func fold(_ word: UInt64) -> UInt64 {
    let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
