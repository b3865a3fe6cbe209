import FHIRJSON

/// Items of an array, and lines, that are read before they are needed.
///
/// Judging a record and reading the next one alternate, and each evicts the other's code and data from the processor's
/// caches. Reading a few records at a time reduces the time of reading by a fifth.
extension RecordReader {
  /// An item that was read: the start of its tape, and its end in the window.
  @usableFromInline
  struct Ahead {
    var tape: Int
    var end: Int
  }

  /// The most items, and the approximate number of bytes of all together, so that they stay in the fastest cache.
  private static let mostItems = 16
  private static let mostBytes = 16 << 10
  /// The most bytes that are kept for ``goBack(_:)``.
  private static let mostKept = 1 << 20

  /// Reads the items that are whole in the window after the current one, which is the first of ``ahead``.
  mutating func readAhead(from end: Int) {
    beginAhead(at: position, end)
    readMoreAhead()
  }

  private mutating func beginAhead(at start: Int, _ end: Int) {
    ahead.removeAll(keepingCapacity: true)
    ahead.append(Ahead(tape: 0, end: end))
    (nextAhead, startOfAhead) = (0, start)
  }

  private mutating func readMoreAhead() {
    var place = ahead[ahead.count - 1].end
    let (stop, most) = (min(place + Self.mostBytes, window.count), ahead.count + Self.mostItems)
    ahead.reserveCapacity(most)
    while readsAhead, mayReadAhead, place < stop, ahead.count < most {
      place = Bytes.skipWhitespace(window.bytes + place) - window.bytes
      guard place < stop, window.bytes[place] == Bytes.comma else { return }
      let tape = builder.end
      let outcome = builder.read(
        window.bytes, from: place + 1, to: window.count, inPlace: window.isInPlace, keepsTapes: true)
      guard case .value(let itemEnd) = outcome, itemEnd < window.count, itemEnd - place <= maximumRecordBytes else {
        // An item that crosses the end of the window is tried only once.
        readsAhead = false
        return
      }
      ahead.append(Ahead(tape: tape, end: itemEnd))
      place = itemEnd
    }
  }

  /// The same for the lines after a line. A line with a fault is left for later.
  mutating func readLinesAhead(from start: Int, _ end: Int) {
    beginAhead(at: start, end)
    guard mayReadAhead else { return }
    ahead.reserveCapacity(Self.mostItems + 1)
    let bytes = UnsafePointer(window.bytes)
    let stop = min(end + Self.mostBytes, window.count)
    var place = end
    while ahead.count <= Self.mostItems {
      place = Bytes.skipWhitespace(bytes + place) - bytes
      guard place < stop else { return }
      let lineEnd = Bytes.first(Bytes.newline, from: bytes + place, to: bytes + window.count) - bytes
      guard lineEnd < window.count, lineEnd - place <= maximumRecordBytes else { return }
      let tape = builder.end
      guard case .value(let valueEnd) = readLine(from: place, to: lineEnd, keepsTapes: true),
        Bytes.skipWhitespace(bytes + valueEnd) - bytes >= lineEnd
      else { return }
      ahead.append(Ahead(tape: tape, end: lineEnd))
      place = lineEnd
    }
  }

  /// Reads each item when it is asked for, and none before.
  package mutating func readOneByOne() { mayReadAhead = false }

  /// Whether the next event was read ahead: the tapes of the last events then stay valid for another call.
  @inlinable package var holdsNext: Bool { nextAhead < ahead.count }

  mutating func takeAhead() -> Event? {
    let isLine = state == .lines
    if !isLine, nextAhead == ahead.count, keepsAhead, position - startOfAhead < Self.mostKept { readMoreAhead() }
    guard holdsNext else { return nil }
    let item = ahead[nextAhead]
    let role: RecordPlace.Role = isLine ? .line : state == .entries ? .entry(items) : .element(items)
    (nextAhead, position, items) = (nextAhead + 1, item.end, items + 1)
    return .value(builder.tape(at: item.tape, over: window.bytes), place(role))
  }

  /// Whether the last item or line was returned; `false` if the window does not show it.
  package var hasReturnedLast: Bool {
    if holdsNext { return false }
    let place = Bytes.skipWhitespace(window.bytes + position) - window.bytes
    switch state {
    case .entries, .array: return place < window.count && window.bytes[place] == Bytes.closeBracket
    case .lines: return sourceHasEnded && place >= window.count
    default: return false
    }
  }

  /// Keeps the items that follow for ``goBack(_:)``, up to a limit. Tapes that were returned may become invalid.
  package mutating func keepAhead() { keepsAhead = !ahead.isEmpty }

  /// Goes back over the first events of the input, so that they follow again; they are not read again if all were read
  /// ahead.
  package mutating func goBack(_ events: Int) throws {
    keepsAhead = false
    guard events <= nextAhead else { return try restart() }
    nextAhead -= events
    position = nextAhead == 0 ? startOfAhead : ahead[nextAhead - 1].end
    items -= events
  }

  /// Drops the records that were read ahead, because the window moves.
  mutating func forgetAhead() {
    ahead.removeAll(keepingCapacity: true)
    nextAhead = 0
    (readsAhead, keepsAhead) = (true, false)
  }
}
