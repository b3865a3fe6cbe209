/// Items of an array that are read before they are asked for.
///
/// What is done with a record takes its turn with reading the next one, and each drives the other's code and data out of
/// the processor. Reading a few records at a time costs a fifth less of it.
extension RecordReader {
  /// An item that was read: where its tape begins, and where in the window it ends.
  struct Ahead {
    var tape: Int
    var end: Int
  }

  /// The most items, and the bytes that all together have about, so that they stay in the nearest cache.
  private static let mostItems = 16
  private static let mostBytes = 16 << 10

  /// Reads the items that follow on the current one and lie whole in the window; anything else is left to be read in its
  /// turn.
  mutating func readAhead(from end: Int) {
    ahead.removeAll(keepingCapacity: true)
    nextAhead = 0
    ahead.reserveCapacity(Self.mostItems)
    let stop = min(end + Self.mostBytes, window.count)
    var place = end
    while readsAhead, mayReadAhead, place < stop, ahead.count < Self.mostItems {
      place = Bytes.skipWhitespace(window.bytes + place) - window.bytes
      guard place < stop, window.bytes[place] == Bytes.comma else { return }
      let tape = builder.end
      let outcome = builder.read(
        window.bytes, from: place + 1, to: window.count, inPlace: window.isInPlace, keepsTapes: true)
      guard case .value(let itemEnd) = outcome, itemEnd < window.count, itemEnd - place <= maximumRecordBytes else {
        // So that what lies across the end of the window is tried once.
        readsAhead = false
        return
      }
      ahead.append(Ahead(tape: tape, end: itemEnd))
      place = itemEnd
    }
  }

  /// Reads each item when it is asked for, and none before.
  package mutating func readOneByOne() { mayReadAhead = false }

  /// The next item that was read ahead.
  mutating func takeAhead() -> Event {
    let item = ahead[nextAhead]
    nextAhead += 1
    return take(tape: item.tape, end: item.end)
  }

  /// Drops the records that were read ahead, as the window moves on.
  mutating func forgetAhead() {
    ahead.removeAll(keepingCapacity: true)
    nextAhead = 0
    readsAhead = true
  }
}
