import FHIRTape

/// Texts that were judged and found good, by a hash of 64 bits: the last one in each of 64 places.
///
/// Records repeat a few systems and units over and over, and judging one takes longer than recognising it. The places
/// lie in memory of the owner's, so that a memo allocates nothing. The hash has a key that nobody knows beforehand, so
/// that no text can be made to pass for another.
struct TextMemo {
  /// The number of words that a memo needs.
  static let size = 64

  private let places: UnsafeMutablePointer<UInt64>
  private let key = UInt64.random(in: .min ... .max)
  /// All bits, or none for a memo that forgets at once.
  private let kept: UInt64

  /// Makes a memo without texts.
  init(at places: UnsafeMutablePointer<UInt64>, isKept: Bool) {
    self.places = places
    kept = isKept ? ~0 : 0
    places.initialize(repeating: 0, count: Self.size)
  }

  /// Whether the text with this hash was noted and no other has taken its place.
  func contains(_ hash: UInt64) -> Bool { places[Int(hash & 63)] == hash }

  /// Notes a text by its hash.
  func insert(_ hash: UInt64) { places[Int(hash & 63)] = hash & kept }

  /// The hash of a text, eight bytes at a time; never zero, which stands for an empty place.
  ///
  /// - Parameter purpose: what the text is judged for; each has its own answer.
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
