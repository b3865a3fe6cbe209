public import FHIRPrimitives

/// `id`: 1 to 64 letters, digits, `-` and `.`.
@usableFromInline
package enum IDGrammar {
  /// Checks the characters of a value.
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    guard count <= 64 else { return .idTooLong }
    var index = 0
    while index &+ 8 <= count {
      guard isAllowed(ByteLanes.load(p + index)) else { return .idCharacter }
      index &+= 8
    }
    guard index < count else { return .none }
    let last = ByteLanes.load(p + index, first: count &- index, filler: UInt8(ascii: "a"))
    return isAllowed(last) ? .none : .idCharacter
  }

  /// Whether eight bytes are all allowed in an id.
  @inlinable package static func isAllowed(_ word: UInt64) -> Bool {
    // The range from `-` to `9` contains `-`, `.`, the digits, and `/`, which is excluded.
    let other = ByteLanes.within(0x2D, 0x39, word) & ByteLanes.differs(from: 0x2F, word)
    let letter = ByteLanes.within(0x61, 0x7A, word | ByteLanes.all(0x20))
    return ByteLanes.allSet(letter | other, ascii: word)
  }
}
