import FHIRTape

/// Iterates over the items of an array; any other value is its own single item.
struct ArrayCursor {
  /// The tape index of the current item, `.none` after the last.
  private(set) var item: TapeIndex
  private let end: TapeIndex

  /// - Parameter value: `.none` for no value.
  init(_ tape: Tape, _ value: TapeIndex) {
    guard value.exists else {
      (item, end) = (TapeIndex.none, TapeIndex.none)
      return
    }
    let isArray = tape.tag(value) == .array
    end = tape.next(value)
    let first = isArray ? value.content : value
    item = first < end ? first : TapeIndex.none
  }

  mutating func advance(_ tape: Tape) {
    guard item.exists else { return }
    let next = tape.next(item)
    item = next < end ? next : TapeIndex.none
  }
}

/// The items of an array, or any other value alone.
struct ArrayItems: Sequence, IteratorProtocol {
  fileprivate let tape: Tape
  fileprivate var cursor: ArrayCursor

  mutating func next() -> TapeIndex? {
    guard cursor.item.exists else { return nil }
    defer { cursor.advance(tape) }
    return cursor.item
  }
}

/// The keys of an object, in their order.
struct ObjectKeys: Sequence, IteratorProtocol {
  fileprivate let tape: Tape
  fileprivate var key: TapeIndex
  fileprivate let end: TapeIndex

  mutating func next() -> TapeIndex? {
    guard key < end else { return nil }
    defer { key = tape.next(key.value) }
    return key
  }
}

extension Tape {
  /// The items of an array; any other value is its own single item.
  func items(of value: TapeIndex) -> ArrayItems { ArrayItems(tape: self, cursor: ArrayCursor(self, value)) }

  func keys(of object: TapeIndex) -> ObjectKeys { ObjectKeys(tape: self, key: object.content, end: next(object)) }
}
