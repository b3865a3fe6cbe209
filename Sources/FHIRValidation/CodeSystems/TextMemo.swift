/// Texts that were judged and found good, by a hash of 64 bits: the last one in each of 128 places.
///
/// Records repeat a few systems and units over and over, and judging one takes longer than recognising it.
struct TextMemo {
  private var hashes: [UInt64] = []

  /// Whether the text was noted and no other has taken its place.
  func contains(_ text: TextBytes) -> Bool {
    guard !hashes.isEmpty else { return false }
    let hash = Self.hash(text)
    return hashes[Int(hash & 127)] == hash
  }

  /// Notes a text; the first one allocates the places.
  mutating func insert(_ text: TextBytes) {
    if hashes.isEmpty { hashes = [UInt64](repeating: 0, count: 128) }
    let hash = Self.hash(text)
    hashes[Int(hash & 127)] = hash
  }

  private static func hash(_ text: TextBytes) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    for place in 0..<text.count {
      hash = (hash ^ UInt64(text.bytes[place])) &* 0x0000_0100_0000_01B3
    }
    return hash ^ hash &>> 29 | 1 << 63
  }
}
