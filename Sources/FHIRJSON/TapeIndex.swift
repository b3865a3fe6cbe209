/// The place of a word on a tape.
///
/// A number of its own type, since the functions that read tapes have offsets, lengths, rows of tables and positions in
/// arrays beside it. It is one word and costs what an `Int` costs. See ``TapeTag`` for the layout that ``value``,
/// ``key`` and ``content`` rely on.
@frozen
@usableFromInline
package struct TapeIndex: Comparable, Hashable, Sendable, BitwiseCopyable {
  /// The number of words before it, negative for none.
  @usableFromInline package let word: Int

  @inlinable @inline(__always) package init(_ word: Int) { self.word = word }

  /// The value that a tape holds.
  @inlinable package static var root: TapeIndex { TapeIndex(0) }

  /// No place: what a look-up gives for a member that an object does not have.
  @inlinable package static var none: TapeIndex { TapeIndex(-1) }

  @inlinable @inline(__always) package var exists: Bool { word >= 0 }

  @inlinable @inline(__always) package var value: TapeIndex { following }

  /// The key of the value at this place, if it is that of a member.
  @inlinable @inline(__always) package var key: TapeIndex { TapeIndex(word &- 1) }

  /// The first key or item of the container at this place, or the place after the container if it has none.
  @inlinable @inline(__always) package var content: TapeIndex { TapeIndex(word &+ 2) }

  /// The next word. ``Tape/next(_:)`` steps over the content of a container.
  @inlinable @inline(__always) package var following: TapeIndex { TapeIndex(word &+ 1) }

  @inlinable @inline(__always) package func advanced(by words: Int) -> TapeIndex { TapeIndex(word &+ words) }

  @inlinable @inline(__always) package func distance(from start: TapeIndex) -> Int { word &- start.word }

  @inlinable @inline(__always) package static func < (a: TapeIndex, b: TapeIndex) -> Bool { a.word < b.word }
}

extension UnsafePointer where Pointee == UInt64 {
  @inlinable @inline(__always) package subscript(index: TapeIndex) -> UInt64 { self[index.word] }
}
