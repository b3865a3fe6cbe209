/// Keys of at most eight bytes that are looked up in every record, as words: one comparison identifies a key.
@usableFromInline
package enum KeyWord {
  @inlinable package static var fullURL: UInt64 { 0x006C_7255_6C6C_7566 }
  @inlinable package static var resource: UInt64 { 0x6563_7275_6F73_6572 }
  @inlinable package static var search: UInt64 { 0x0000_6863_7261_6573 }
  @inlinable package static var request: UInt64 { 0x0074_7365_7571_6572 }
  @inlinable package static var response: UInt64 { 0x6573_6E6F_7073_6572 }
  @inlinable package static var link: UInt64 { 0x0000_0000_6B6E_696C }
  @inlinable package static var id: UInt64 { 0x0000_0000_0000_6469 }
  @inlinable package static var meta: UInt64 { 0x0000_0000_6174_656D }

  /// The word of a key; 0 for a key of more than eight bytes.
  @inlinable @inline(__always) package static func of(_ tape: Tape, _ key: TapeIndex) -> UInt64 {
    if tape.tag(key) == .escapedKey { return of(escaped: key, tape) }
    let length = tape.length(key)
    if length > 8 { return 0 }
    // Reading eight bytes is always safe: the tape's bytes are padded.
    return Bytes.load(tape.lexeme(key)) & (~0 &>> UInt64(truncatingIfNeeded: (8 &- length) &* 8))
  }

  @inline(never)
  @usableFromInline
  static func of(escaped key: TapeIndex, _ tape: Tape) -> UInt64 {
    let name = tape.string(key)
    guard name.utf8.count <= 8, !name.utf8.contains(0) else { return 0 }
    return name.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
