/// `code`: text without white space at its ends and with only single spaces inside, with the length limit of a string.
///
/// The published pattern would accept a tab or a line break for the single space; the definition requires spaces, and
/// so does the token type that it names.
@usableFromInline
package enum CodeGrammar {
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    guard count > 0, count <= StringGrammar.limit else { return count > 0 ? .stringTooLong : .empty }
    return ByteLanes.allPass(p, count, filler: UInt8(ascii: "a"), visible) ? .none : diagnose(p, count)
  }

  /// The lanes that are visible characters, for an ASCII word.
  @inlinable @inline(__always)
  package static func visible(_ word: UInt64) -> UInt64 { ByteLanes.between(0x21, 0x7E, word) }

  /// Reads the value byte by byte and returns its first fault.
  @inlinable @inline(never) package static func diagnose(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    if ASCII.isWhiteSpace(p[0]) || ASCII.isWhiteSpace(p[count &- 1]) { return .codeOuterWhiteSpace }
    var index = 0
    while index < count {
      let byte = p[index]
      if ASCII.isControl(byte) { return .controlCharacter }
      // The last byte is not white space, so there is always a next byte.
      if ASCII.isWhiteSpace(byte), byte != UInt8(ascii: " ") || ASCII.isWhiteSpace(p[index &+ 1]) {
        return .codeInnerWhiteSpace
      }
      index &+= 1
    }
    return .none
  }
}
