import FHIRJSON

/// The part of the input that the reader sees: a copy that moves and grows, or the caller's bytes in place.
///
/// Bytes that are already in memory need no copy, if the scanner stays within them. In a copy it stops at the zeros
/// after the text. A caller's bytes have none, but a quote also stops it: white space, numbers and the ordinary
/// characters of a string all end before a quote. So the text is read in place up to the point where only ``stops``
/// quotes are left, and then as many bytes as a load may read past the current byte:
///
/// ```text
/// {"resourceType":"Bundle","entry":[ ... "use":"official","family":"Ng" ... "code":"x" ...}}]}
///                                         ^ count, the first of the last quotes   ^   ^ margin
/// ```
///
/// An item that begins before ``count`` passes at most four of those quotes, for a key and a string; it does not pass
/// escaped ones, because the scanner compares each escape with ``count``. The window does not read later items in
/// place: it continues with a copy of the rest, from the start of the current record, as after the end of any window.
struct Window: ~Copyable {
  /// How much of the input a copy holds, unless a record is larger.
  static let size = 256 << 10
  /// The shortest input that is read in place: its last record is read twice, and its envelope is copied.
  private static let leastBytes = 16 << 10
  /// How much is read in place before the reader knows that the input has records to split.
  private static let firstBytes = 2 << 10
  private static let stops = 8
  private static let margin = 2 * Bytes.padding

  private(set) var bytes: UnsafePointer<UInt8>
  private(set) var count = 0
  /// The whole input, while it is read in place.
  private var input: UnsafeRawBufferPointer?
  /// The same, if a reading from the start may be in place.
  private let whole: UnsafeRawBufferPointer?
  /// The end of the part that may be read in place.
  private var inputEnd = 0
  private var buffer: PaddedBuffer

  init(sizeHint: Int, _ memory: ReaderMemory) {
    buffer = PaddedBuffer()
    swap(&buffer, &memory.buffer)
    let capacity = min(sizeHint, Self.size) + 1
    buffer.removeAll()
    if !(capacity...Self.size + 1 ~= buffer.capacity) { buffer = PaddedBuffer(capacity: capacity) }
    bytes = UnsafePointer(buffer.bytes)
    whole = nil
  }

  /// Makes a window over bytes that outlive it and do not change; `nil` if they are too few to be worth it, or their
  /// end does not make it safe.
  init?(over input: UnsafeRawBufferPointer) {
    guard let start = input.baseAddress, let end = Self.lastQuotes(in: input) else { return nil }
    self.input = input
    whole = input
    inputEnd = end
    bytes = UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
    count = min(Self.firstBytes, end)
    buffer = PaddedBuffer()
  }

  /// The start of the last ``stops`` quotes. Searches only a text that begins like a document or an array.
  private static func lastQuotes(in input: UnsafeRawBufferPointer) -> Int? {
    guard input.count >= leastBytes, input[0] == Bytes.openBrace || input[0] == Bytes.openBracket else { return nil }
    var quotes = 0
    for place in (leastBytes / 2..<input.count - margin).suffix(4096).reversed() where input[place] == Bytes.quote {
      quotes += 1
      if quotes == stops { return place }
    }
    return nil
  }

  /// Whether these are the caller's bytes, which must not be changed and have no zeros after them.
  var isInPlace: Bool { input != nil }

  /// The end of the bytes that a first copy would hold, and whether these are the whole input.
  var firstCopy: (end: Int, isWhole: Bool) {
    let count = input?.count ?? count
    return (min(count, Self.size + 1), count <= Self.size)
  }

  /// Extends the window to all that can be read in place, because there are records to split.
  mutating func widen() {
    if input != nil { count = inputEnd }
  }

  /// Drops the bytes before `start` and reads more after the rest; returns whether the source has ended.
  mutating func slide(from start: Int, reading source: inout any ByteSource, largestRecord most: Int) throws -> Bool {
    var start = start
    if let input {
      source = MemorySource(input, from: start)
      leave(input.count - start)
      start = 0
    }
    let hasEnded = try buffer.slide(from: start, reading: &source, growingTo: most + Self.size)
    show()
    return hasEnded
  }

  /// Starts again: in place if that is allowed and possible, else with an empty copy.
  mutating func restart(inPlace: Bool) {
    if inPlace, let whole, let start = whole.baseAddress {
      input = whole
      buffer = PaddedBuffer()
      bytes = UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
      count = min(Self.firstBytes, inputEnd)
      return
    }
    if let input { leave(input.count) }
    buffer.removeAll()
    show()
  }

  /// The bytes from a position to the end of the input, which a copy holds if it `hasEnded`; `nil` if they are not in
  /// memory.
  func rest(from start: Int, hasEnded: Bool) -> UnsafeBufferPointer<UInt8>? {
    if input == nil, !hasEnded { return nil }
    return UnsafeBufferPointer(start: bytes + start, count: (input?.count ?? count) - start)
  }

  /// Writes one byte: the reader uses it to end a line for the scanner and to restore it. Not in place.
  mutating func replace(at offset: Int, with byte: UInt8) { buffer.bytes[offset] = byte }

  /// Leaves the memory of the copy to the next reader; this one has ended.
  mutating func giveBack(to memory: ReaderMemory) { swap(&buffer, &memory.buffer) }

  /// Continues with a copy of the rest.
  private mutating func leave(_ rest: Int) {
    input = nil
    buffer = PaddedBuffer(capacity: min(rest, Self.size) + 1)
  }

  private mutating func show() {
    bytes = UnsafePointer(buffer.bytes)
    count = buffer.count
  }
}
