/// Texts that were judged and found good, by a hash of 64 bits: the last one in each of 64 places.
///
/// Records repeat a few systems and units over and over, and judging one takes longer than recognising it. The places
/// lie in memory of the owner's, so that a memo allocates nothing.
struct TextMemo {
  /// The number of words that a memo needs.
  static let size = 64

  private let places: UnsafeMutablePointer<UInt64>

  /// Makes a memo without texts.
  init(at places: UnsafeMutablePointer<UInt64>) {
    self.places = places
    places.initialize(repeating: 0, count: Self.size)
  }

  /// Whether the text was noted and no other has taken its place.
  ///
  /// - Parameter purpose: what the text was judged for; each has its own answer.
  func contains(_ text: TextBytes, for purpose: Int = 0) -> Bool {
    let hash = Self.hash(text, purpose)
    return places[Int(hash & 63)] == hash
  }

  /// Notes a text.
  func insert(_ text: TextBytes, for purpose: Int = 0) {
    let hash = Self.hash(text, purpose)
    places[Int(hash & 63)] = hash
  }

  /// Never zero, which stands for an empty place.
  static func hash(_ text: TextBytes, _ purpose: Int = 0) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: text.count &+ purpose &<< 32) &* 0x9E37_79B9_7F4A_7C15
    for place in 0..<text.count {
      hash = (hash ^ UInt64(text.bytes[place])) &* 0x0000_0100_0000_01B3
    }
    return hash ^ hash &>> 29 | 1 << 63
  }
}
