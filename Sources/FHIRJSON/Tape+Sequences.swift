@frozen
@usableFromInline
package struct TapeItems: Sequence, IteratorProtocol {
  @usableFromInline let tape: Tape
  @usableFromInline var item: TapeIndex
  @usableFromInline let end: TapeIndex

  @inlinable @inline(__always)
  init(_ tape: Tape, from item: TapeIndex, to end: TapeIndex) { (self.tape, self.item, self.end) = (tape, item, end) }

  @inlinable @inline(__always)
  package mutating func next() -> TapeIndex? {
    guard item < end else { return nil }
    defer { item = tape.next(item) }
    return item
  }
}

@frozen
@usableFromInline
package struct TapeKeys: Sequence, IteratorProtocol {
  @usableFromInline let tape: Tape
  @usableFromInline var key: TapeIndex
  @usableFromInline let end: TapeIndex

  @inlinable @inline(__always)
  init(_ tape: Tape, from key: TapeIndex, to end: TapeIndex) { (self.tape, self.key, self.end) = (tape, key, end) }

  @inlinable @inline(__always)
  package mutating func next() -> TapeIndex? {
    guard key < end else { return nil }
    defer { key = tape.next(key.value) }
    return key
  }
}

extension Tape {
  /// The items of an array; any other value is its own single item, and no value has none.
  @inlinable @inline(__always)
  package func items(of value: TapeIndex) -> TapeItems {
    guard value.exists else { return TapeItems(self, from: value, to: value) }
    return TapeItems(self, from: tag(value) == .array ? value.content : value, to: next(value))
  }

  @inlinable @inline(__always)
  package func keys(of object: TapeIndex) -> TapeKeys { TapeKeys(self, from: object.content, to: next(object)) }
}
