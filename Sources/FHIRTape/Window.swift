/// The stretch of the input that the reader looks at: a copy that moves on and grows, or the caller's own bytes.
///
/// What is in memory already need not be copied, if the scanner stays within it. In a copy it stops at the zeros behind
/// the text. A caller's bytes have none behind them, but a quote stops it as well: neither white space nor a number nor
/// the ordinary characters of a string go on past one. So the text is read in place up to where ``stops`` quotes are
/// still to come, and then as many bytes as a load may read too far:
///
/// ```text
/// {"resourceType":"Bundle","entry":[ ... "use":"official","family":"Ng" ... "code":"x" ...}}]}
///                                         ^ count, the first of the last quotes   ^   ^ margin
/// ```
///
/// An item that begins before ``count`` passes four quotes of those at most, which a key and a string have; escaped ones
/// are not passed there, since each escape is measured against ``count``. What begins later is not read: the window goes
/// on as a copy of the rest, from the start of the current record, as after the end of any window.
struct Window: ~Copyable {
  /// How much of the input a copy holds, unless a record is longer.
  static let size = 256 << 10
  /// The shortest input that is read in place: the last record is read twice then, and the envelope copied.
  private static let leastBytes = 16 << 10
  /// How much is read in place before it is known that it pays: that there are records to take apart.
  private static let firstBytes = 2 << 10
  private static let stops = 8
  private static let margin = 2 * Bytes.padding

  private(set) var bytes: UnsafePointer<UInt8>
  private(set) var count = 0
  /// All of the input, while it is read in place.
  private var input: UnsafeRawBufferPointer?
  /// Up to where that may be.
  private var inputEnd = 0
  private var buffer: PaddedBuffer

  /// - Parameter sizeHint: how much there is to read, where that is known.
  init(sizeHint: Int) {
    buffer = PaddedBuffer(capacity: min(sizeHint, Self.size) + 1)
    bytes = UnsafePointer(buffer.bytes)
  }

  /// A window in place; `nil` where the bytes are too few to be worth it, or do not end so that it is safe.
  ///
  /// - Parameter input: bytes that outlive the window and do not change.
  init?(over input: UnsafeRawBufferPointer) {
    guard let start = input.baseAddress, let end = Self.lastQuotes(in: input) else { return nil }
    self.input = input
    inputEnd = end
    bytes = UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
    count = min(Self.firstBytes, end)
    buffer = PaddedBuffer()
  }

  /// Where the last ``stops`` quotes begin. Only looked for in what begins like a document or an array.
  private static func lastQuotes(in input: UnsafeRawBufferPointer) -> Int? {
    guard input.count >= leastBytes, input[0] == Bytes.openBrace || input[0] == Bytes.openBracket else { return nil }
    var quotes = 0
    for place in (leastBytes / 2..<input.count - margin).suffix(4096).reversed() where input[place] == Bytes.quote {
      quotes += 1
      if quotes == stops { return place }
    }
    return nil
  }

  /// Whether these are the caller's bytes, which must not be written and have no zeros behind them.
  var isInPlace: Bool { input != nil }

  /// The end of the bytes that a first copy would hold, and whether these are all.
  var firstCopy: (end: Int, isWhole: Bool) {
    let count = input?.count ?? count
    return (min(count, Self.size + 1), count <= Self.size)
  }

  /// Shows all that can be read in place, as there are records to take apart.
  mutating func widen() {
    if input != nil { count = inputEnd }
  }

  /// Drops the bytes before `start` and reads more behind the rest: see ``PaddedBuffer``.
  ///
  /// - Parameter most: how large a record may be.
  /// - Returns: whether the source has ended.
  mutating func slide(
    from start: Int, reading source: inout any ByteSource, largestRecord most: Int
  ) throws -> Bool {
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

  mutating func removeAll() {
    if let input { leave(input.count) }
    buffer.removeAll()
    show()
  }

  /// Writes one byte; the way a line is cut off for the scanner and joined again. Not in place.
  mutating func replace(at offset: Int, with byte: UInt8) { buffer.replace(at: offset, with: byte) }

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
