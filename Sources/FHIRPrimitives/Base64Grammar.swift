/// `base64Binary`: bytes in base64, with the padding and the standard alphabet.
///
/// White space is allowed anywhere, as in `xs:base64Binary`: data is often folded into lines. Also as there, the bits
/// of the last character that belong to no byte must be zero.
@usableFromInline
package enum Base64Grammar {
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

  package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    var (characters, padding, index) = (0, 0, 0)
    /// The place of the last character of the alphabet.
    var place = 0
    while index < count {
      if padding == 0 {
        let start = index
        // A whole block advances by a constant, so that the next one need not wait for the count of this one.
        while index &+ 16 <= count {
          let run = alphabetRun(p + index)
          if run < 16 {
            index &+= run
            break
          }
          index &+= 16
        }
        characters &+= index &- start
        if index > start { place = index &- 1 }
        if index == count { break }
      }
      let byte = p[index]
      index &+= 1
      if ASCII.isWhiteSpace(byte) { continue }
      if byte == UInt8(ascii: "=") {
        padding &+= 1
        continue
      }
      guard value(byte) < 64 else { return .base64Character }
      guard padding == 0 else { return .base64Padding }
      place = index &- 1
      characters &+= 1
    }
    guard characters > 0 || padding > 0 else { return .empty }
    let last = characters > 0 ? value(p[place]) : 0
    switch (characters & 3, padding) {
    case (0, 0): return .none
    case (2, 2): return last & 0xF == 0 ? .none : .base64TrailingBits
    case (3, 1): return last & 0x3 == 0 ? .none : .base64TrailingBits
    default: return .base64Padding
    }
  }

  /// How many of sixteen bytes, from the first on, are in the alphabet, without padding.
  @inline(__always) private static func alphabetRun(_ p: UnsafePointer<UInt8>) -> Int {
    let x = UnsafeRawPointer(p).loadUnaligned(as: SIMD16<UInt8>.self)
    let isLetter = below((x | SIMD16(repeating: 0x20)) &- SIMD16(repeating: UInt8(ascii: "a")), 26)
    // `/` directly precedes the digits.
    let isDigitOrSlash = below(x &- SIMD16(repeating: UInt8(ascii: "/")), 11)
    let isPlus = below(x &- SIMD16(repeating: UInt8(ascii: "+")), 1)
    let others = unsafeBitCast(.!(isLetter .| isDigitOrSlash .| isPlus), to: SIMD2<UInt64>.self)
    if others[0] | others[1] == 0 { return 16 }
    if others[0] != 0 { return UInt64(littleEndian: others[0]).trailingZeroBitCount &>> 3 }
    return 8 &+ UInt64(littleEndian: others[1]).trailingZeroBitCount &>> 3
  }

  // The type is stated, because the compiler takes a generic operator otherwise, which compares byte by byte.
  @inline(__always) private static func below(_ block: SIMD16<UInt8>, _ limit: UInt8) -> SIMDMask<SIMD16<Int8>> {
    block .< SIMD16(repeating: limit)
  }

  /// The bytes that a valid text stands for; white space is left out.
  package static func bytes(of text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for character in text {
      let value = value(character)
      if value > 63 { continue }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }

  package static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// The alphabet whose text may stand in a URL.
  package static let urlAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  package static func text(of bytes: [UInt8], _ digits: [UInt8] = alphabet) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? digits[Int(bits >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
