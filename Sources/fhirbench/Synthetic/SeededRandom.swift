/// SplitMix64: the same seed gives the same numbers on every platform, which the standard library does not guarantee.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  /// A number in the range, uniform enough for generated records.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(truncatingIfNeeded: next() % UInt64(range.count))
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[number(0...choices.count - 1)]
  }

  /// True with a probability of one in `times`.
  mutating func once(in times: Int) -> Bool { number(1...times) == 1 }

  /// A UUID of version 4.
  mutating func uuid() -> String {
    let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return String(unsafeUninitializedCapacity: 36) { text in
      var count = 0
      for (word, half) in [(high, 0), (low, 1)] {
        for nibble in 0..<16 {
          // Hyphens precede the hexadecimal digits 8, 12, 16 and 20.
          let digit = half * 16 + nibble
          if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
            text[count] = UInt8(ascii: "-")
            count += 1
          }
          let value = UInt8(truncatingIfNeeded: word &>> UInt64(60 - nibble * 4)) & 0xF
          text[count] = value < 10 ? 0x30 + value : 0x57 + value
          count += 1
        }
      }
      return count
    }
  }
}
