/// Tests on eight bytes at a time, each byte a lane of one 64-bit word.
///
/// A test returns the top bit of each lane, and is exact for ASCII words: if every lane is below `0x80`, a sum with a
/// constant of at most `0x80` stays in its lane. The caller must reject a word with a higher byte, by
/// ``allSet(_:ascii:)`` or by keeping `~word` in the conjunction.
@usableFromInline
package enum ByteLanes {
  @inlinable package static var high: UInt64 { 0x8080_8080_8080_8080 }

  @inlinable package static func all(_ byte: UInt8) -> UInt64 {
    UInt64(truncatingIfNeeded: byte) &* 0x0101_0101_0101_0101
  }

  /// Eight bytes, the first in the lowest lane.
  @inlinable package static func load(_ p: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
  }

  /// The first `count` bytes, from 1 to 7, with `filler` in the other lanes. Always reads eight bytes.
  @inlinable package static func load(_ p: UnsafePointer<UInt8>, first count: Int, filler: UInt8) -> UInt64 {
    let unused = ~UInt64(0) &<< UInt64(truncatingIfNeeded: count &* 8)
    return (load(p) & ~unused) | (all(filler) & unused)
  }

  /// The lanes that are at least `byte`, for an ASCII word.
  @inlinable package static func atLeast(_ byte: UInt8, _ word: UInt64) -> UInt64 { word &+ all(0x80 &- byte) }

  /// The lanes that differ from `byte`, for an ASCII word.
  @inlinable package static func differs(from byte: UInt8, _ word: UInt64) -> UInt64 { (word ^ all(byte)) &+ all(0x7F) }

  /// The lanes from `first` to `last`, for the exclusive or of ranges that do not overlap in an ASCII word.
  @inlinable package static func between(_ first: UInt8, _ last: UInt8, _ word: UInt64) -> UInt64 {
    atLeast(first, word) ^ atLeast(last &+ 1, word)
  }

  /// Whether a text of at least one byte is ASCII, and has the top bit of every lane in a test of its words.
  ///
  /// The last word overlaps the one before it; only the lanes after a text of less than eight bytes are filled.
  /// - Parameter filler: a byte that passes the test.
  @inlinable @inline(__always) package static func allPass(
    _ p: UnsafePointer<UInt8>, _ count: Int, filler: UInt8, _ test: (UInt64) -> UInt64
  ) -> Bool {
    let last = count &- 8
    guard last >= 0 else {
      let word = load(p, first: count, filler: filler)
      return allSet(test(word), ascii: word)
    }
    var index = 0
    while index < last {
      let word = load(p + index)
      guard allSet(test(word), ascii: word) else { return false }
      index &+= 8
    }
    let word = load(p + last)
    return allSet(test(word), ascii: word)
  }

  /// Whether every lane has its top bit in `lanes` and is ASCII in `word`.
  @inlinable package static func allSet(_ lanes: UInt64, ascii word: UInt64) -> Bool { (lanes & ~word) & high == high }

  /// The values of neighbouring lanes of digits, each in the lane of the first.
  @inlinable package static func twoDigits(_ values: UInt64) -> UInt64 { values &* 10 &+ values &>> 8 }
}
