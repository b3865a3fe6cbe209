/// `id`: 1 to 64 letters, digits, `-` and `.`.
@usableFromInline
package enum IDGrammar {
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    guard count <= 64 else { return .idTooLong }
    return ByteLanes.allPass(p, count, filler: UInt8(ascii: "a"), allowed) ? .none : .idCharacter
  }

  @inlinable @inline(__always) package static func allowed(_ word: UInt64) -> UInt64 {
    // A letter in lower case is not in the other ranges, in which it could cancel itself.
    ByteLanes.between(0x2D, 0x2E, word) ^ ByteLanes.between(0x30, 0x39, word)
      ^ ByteLanes.between(0x61, 0x7A, word | ByteLanes.all(0x20))
  }
}
