/// The items of an array, or the keys of an object.
@frozen
@usableFromInline
package struct TapeItems: Sequence, IteratorProtocol {
  @usableFromInline let tape: Tape
  @usableFromInline var item: TapeIndex
  @usableFromInline let end: TapeIndex
  /// How many words are before the value of an item: one for the key of a member.
  @usableFromInline let lead: Int

  @inlinable @inline(__always) init(_ tape: Tape, from item: TapeIndex, to end: TapeIndex, lead: Int = 0) {
    (self.tape, self.item, self.end, self.lead) = (tape, item, end, lead)
  }

  @inlinable @inline(__always) package mutating func next() -> TapeIndex? {
    guard item < end else { return nil }
    defer { item = tape.next(item.advanced(by: lead)) }
    return item
  }
}

extension Tape {
  /// The items of an array; any other value is its own single item, and no value has none.
  @inlinable @inline(__always) package func items(of value: TapeIndex) -> TapeItems {
    guard value.exists else { return TapeItems(self, from: value, to: value) }
    return TapeItems(self, from: tag(value) == .array ? value.content : value, to: next(value))
  }

  @inlinable @inline(__always) package func keys(of object: TapeIndex) -> TapeItems {
    TapeItems(self, from: object.content, to: next(object), lead: 1)
  }
}
