/// `base64Binary`: bytes in base64, with the padding and the standard alphabet.
///
/// White space is allowed anywhere, as in `xs:base64Binary`: data is often folded into lines. Also as there, the bits
/// of the last character that belong to no byte must be zero.
@usableFromInline
package enum Base64Grammar {
  /// Checks the characters of a value.
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    var index = 0
    while index &+ 8 <= count, isAlphabet(ByteLanes.load(p + index)) { index &+= 8 }
    return rest(p, count, from: index)
  }

  /// Whether eight bytes are all in the alphabet, without padding.
  @inlinable package static func isAlphabet(_ word: UInt64) -> Bool {
    let letter = ByteLanes.within(0x61, 0x7A, word | ByteLanes.all(0x20))
    // `/` directly precedes the digits.
    let digitOrSlash = ByteLanes.within(0x2F, 0x39, word)
    let plus = ~ByteLanes.differs(from: 0x2B, word)
    return ByteLanes.allSet(letter | digitOrSlash | plus, ascii: word)
  }

  /// The value of a character of the alphabet, and 64 for any other byte.
  @inlinable package static func value(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte &- UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte &- UInt8(ascii: "a") &+ 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0") &+ 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: 64
    }
  }

  /// The place of the first byte that may not be in a value, `nil` if there is none.
  package static func strangeByte(_ p: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    (0..<count).first { value(p[$0]) == 64 && !ASCII.isWhiteSpace(p[$0]) && p[$0] != UInt8(ascii: "=") }
  }

  /// Continues at `start`, after characters of the alphabet, and returns to eight characters at a time if possible.
  @inlinable @inline(never)
  package static func rest(
    _ p: UnsafePointer<UInt8>, _ count: Int, from start: Int
  ) -> PrimitiveFault {
    var characters = start
    var padding = 0
    var last = start > 0 ? value(p[start &- 1]) : 0
    var index = start
    while index < count {
      if padding == 0, index &+ 8 <= count, isAlphabet(ByteLanes.load(p + index)) {
        last = value(p[index &+ 7])
        characters &+= 8
        index &+= 8
        continue
      }
      let byte = p[index]
      index &+= 1
      if ASCII.isWhiteSpace(byte) { continue }
      if byte == UInt8(ascii: "=") {
        padding &+= 1
        continue
      }
      let bits = value(byte)
      guard bits < 64 else { return .base64Character }
      guard padding == 0 else { return .base64Padding }
      last = bits
      characters &+= 1
    }
    guard characters > 0 || padding > 0 else { return .empty }
    switch (characters & 3, padding) {
    case (0, 0): return .none
    case (2, 2): return last & 0xF == 0 ? .none : .base64TrailingBits
    case (3, 1): return last & 0x3 == 0 ? .none : .base64TrailingBits
    default: return .base64Padding
    }
  }
}
