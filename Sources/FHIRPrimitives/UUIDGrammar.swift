/// `uuid`: `urn:uuid:` and a UUID in lower case.
@usableFromInline
package enum UUIDGrammar {
  /// The length of a value: the prefix of 9 and the UUID of 36.
  @inlinable package static var length: Int { 45 }

  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    guard isPrefixed(p, count) else { return .uuidPrefix }
    guard count == length else { return .uuidMalformed }
    return isLowerCase(p + 9) ? .none : diagnose(p + 9)
  }

  @inlinable package static func isPrefixed(_ p: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    count >= 9 && ByteLanes.load(p) == 0x6469_7575_3A6E_7275 && p[8] == UInt8(ascii: ":")
  }

  /// Whether 36 bytes are a UUID in lower case: `xxxxxxxx` `-xxxx-xx` `xx-xxxx-` `xxxxxxxx` `xxxx`.
  @inlinable package static func isLowerCase(_ p: UnsafePointer<UInt8>) -> Bool {
    let hex =
      hexLanes(ByteLanes.load(p)) & hexLanes(ByteLanes.load(p + 8), hyphens: 0x0000_FF00_0000_00FF)
      & hexLanes(ByteLanes.load(p + 16), hyphens: 0xFF00_0000_00FF_0000)
      & hexLanes(ByteLanes.load(p + 24)) & hexLanes(ByteLanes.load(p + 28))
    return hex & ByteLanes.high == ByteLanes.high
  }

  /// The lanes of a word that are digits and `a` to `f`.
  @inlinable package static func hexLanes(_ word: UInt64) -> UInt64 {
    (ByteLanes.between(0x30, 0x39, word) ^ ByteLanes.between(0x61, 0x66, word)) & ~word
  }

  /// The same with hyphens in the lanes of the mask.
  @inlinable package static func hexLanes(_ word: UInt64, hyphens: UInt64) -> UInt64 {
    (hexLanes(word) & ~hyphens) | (~ByteLanes.differs(from: 0x2D, word) & ~word & hyphens)
  }

  /// Reads 36 bytes one by one and returns the first fault.
  @inlinable @inline(never) package static func diagnose(_ p: UnsafePointer<UInt8>) -> PrimitiveFault {
    var hasUpperCase = false
    var index = 0
    while index < 36 {
      let byte = p[index]
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return .uuidMalformed }
      } else {
        guard ASCII.isHexDigit(byte) else { return .uuidMalformed }
        if byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "F") { hasUpperCase = true }
      }
      index &+= 1
    }
    return hasUpperCase ? .uuidUpperCase : .none
  }
}
