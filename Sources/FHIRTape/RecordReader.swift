/// Finds the records in an input, reads each into a tape, and keeps no more than one in memory.
///
/// What the input is shows in its content: an object is one document, an array a list of records, and lines that each
/// hold an object are NDJSON. The `entry` array of a document is taken apart element by element, so that a Bundle of
/// any size passes through a window of fixed size; what remains, the envelope, comes last as a document of its own in
/// which the array is empty. This costs no second scan: each byte is scanned once, unless a record lies across the end
/// of the window, which is then filled anew from the record's start.
///
/// Nothing that was handed out is ever taken back. A document that has an `entry` array before its `resourceType` may
/// still turn out to be something else than a Bundle, so it is read to its end first, and then again from the start:
/// entry by entry if it is a Bundle, else as one value. See ``lookForBundle()``.
///
/// ```text
/// {"resourceType": "Bundle", "entry": [ {...}, {...} ], "type": "batch"}
///                                       ^entry ^entry                     then the envelope
/// {"resourceType": "Bundle", "entry": [ ], "type": "batch"}
/// ```
///
/// One thing: the state of one reading, which an attempt to stream sets back as a whole.
package struct RecordReader: ~Copyable {
  /// The next record or fault.
  package enum Event {
    /// A UTF-8 byte order mark before the text.
    case byteOrderMark
    /// A value that was read whole; its tape is good until the next call.
    case value(Tape, RecordPlace)
    /// A text that is not JSON. On a line the next line follows, elsewhere this is the last event.
    case failure(SyntaxError, RecordPlace)
  }

  enum State {
    case start, document, entries, envelope, afterDocument, array, lines, skipLine, end
  }

  var source: any ByteSource
  var window: Window
  var envelope = PaddedBuffer()
  var builder: TapeBuilder
  let maximumRecordBytes: Int
  /// Whether `entry` arrays are taken apart.
  var streamsEntries: Bool
  /// Whether a first reading has told that the entries of the document may be handed out.
  var mayHandOutEntries = false
  var state = State.start
  /// Where reading goes on in the window.
  var position = 0
  /// The offset in the input of the window's first byte.
  var base = 0
  var sourceHasEnded = false
  /// The number of array elements or entries that were read.
  var items = 0
  /// Items that were read before they were asked for, which of them is next, and whether to read more: see
  /// ``readAhead(from:)``.
  var ahead: [Ahead] = []
  var nextAhead = 0
  var readsAhead = true
  /// Whether items are read ahead at all.
  var mayReadAhead = true
  /// The offset in the input of the envelope's first byte.
  var envelopeBase = 0
  /// The bytes of the envelope before the end of its `entry` array.
  var envelopePrefix = 0
  /// The first line filled the whole first window, so it may be a line of NDJSON or a document.
  var firstLineIsLong = false
  var hasRestarted = false
  /// Where in an input of lines the source begins; `nil` where content tells what the input is.
  private let lineStart: Int?

  /// - Parameters:
  ///   - sizeHint: the size of the input where it is known, to keep small inputs cheap.
  ///   - lineStart: where in an input that is known to be NDJSON the source begins: at a line's start, and all places
  ///     are those in the input. `nil` for a whole input, of which the content tells what it is.
  package init(
    _ source: any ByteSource, maximumDepth: Int, maximumRecordBytes: Int, sizeHint: Int = .max,
    streamsEntries: Bool = true, lineStart: Int? = nil
  ) {
    self.source = source
    self.lineStart = lineStart
    base = lineStart ?? 0
    self.maximumRecordBytes = min(maximumRecordBytes, TapeLayout.maximumBytes - 1)
    self.streamsEntries = streamsEntries
    window = Window(sizeHint: sizeHint)
    builder = TapeBuilder(
      maximumDepth: maximumDepth, capacity: min(sizeHint, Window.size) / 8,
      maximumWords: TapeLayout.maximumWords(forRecordBytes: self.maximumRecordBytes))
  }

  /// Reads from bytes that must outlive the reader and do not change: in place where they hold many records.
  package init(over bytes: UnsafeRawBufferPointer, maximumDepth: Int, maximumRecordBytes: Int) {
    source = MemorySource(bytes)
    lineStart = nil
    self.maximumRecordBytes = min(maximumRecordBytes, TapeLayout.maximumBytes - 1)
    streamsEntries = true
    // Among so few bytes no record is too large, and no offset too large for the tape.
    if bytes.count <= self.maximumRecordBytes, let inPlace = Window(over: bytes) {
      window = inPlace
      // One record is on the tape at a time.
      builder = TapeBuilder(
        maximumDepth: maximumDepth, maximumWords: TapeLayout.maximumWords(forRecordBytes: self.maximumRecordBytes))
    } else {
      window = Window(sizeHint: bytes.count)
      builder = TapeBuilder(
        maximumDepth: maximumDepth, capacity: min(bytes.count, Window.size) / 8,
        maximumWords: TapeLayout.maximumWords(forRecordBytes: self.maximumRecordBytes))
    }
  }

  /// Reads again from the first byte, for a consumer that had to look ahead for something that it must know before it
  /// takes in the first record. The same events come once more, but for the byte order mark.
  ///
  /// - Throws: what the source throws.
  package mutating func restart() throws { try restart(inPlace: true) }

  /// - Parameter inPlace: whether a caller's bytes may be read in place again.
  mutating func restart(inPlace: Bool) throws {
    hasRestarted = true
    try source.rewind()
    forgetAhead()
    window.restart(inPlace: inPlace)
    state = .start
    position = 0
    base = lineStart ?? 0
    sourceHasEnded = false
    items = 0
    firstLineIsLong = false
  }

  /// Leaves Bundles in one piece: for those who look at several entries at a time. Each must then fit the limits of a
  /// record.
  package mutating func readBundlesWhole() { streamsEntries = false }

  /// The next event, `nil` at the end of the input.
  package mutating func next() throws -> Event? {
    while true {
      switch state {
      case .start:
        if let event = try begin() { return event }
      case .document:
        return try readDocument()
      case .entries, .array:
        if let event = try readItem() { return event }
      case .envelope:
        return try readEnvelope()
      case .afterDocument:
        if let event = try readEnd() { return event }
      case .lines:
        if let event = try readLine() { return event }
      case .skipLine:
        try skipLine()
      case .end:
        return nil
      }
    }
  }

  // MARK: - The beginning

  /// Whether an input is NDJSON, recognised from its beginning as by a reader.
  package static func findsLines(in source: any ByteSource) throws -> Bool {
    var reader = RecordReader(source, maximumDepth: 1, maximumRecordBytes: 1)
    while reader.state == .start { _ = try reader.begin() }
    return reader.state == .lines
  }

  mutating func begin() throws -> Event? {
    if !window.isInPlace { try fill() }
    if lineStart ?? 0 == 0, position == 0, window.count >= 3, window.bytes[0] == 0xEF, window.bytes[1] == 0xBB,
      window.bytes[2] == 0xBF
    {
      position = 3
      if !hasRestarted { return .byteOrderMark }
    }
    if lineStart != nil {
      state = .lines
      return nil
    }
    guard try skipWhitespace() else {
      state = .end
      return failure(SyntaxError(.emptyInput, start: position, end: position))
    }
    let (end, isWhole) = window.isInPlace ? window.firstCopy : (window.count, sourceHasEnded)
    switch RecordFraming.recognise(window.bytes + position, window.bytes + end, isWhole: isWhole) {
    case .lines:
      state = .lines
    case .array:
      window.widen()
      position += 1
      state = .array
    case .document(let isLongLine):
      firstLineIsLong = isLongLine
      state = .document
    }
    return nil
  }

  /// The end of a document that cannot be read on. Where it began with a line too long to tell, the next line may be a
  /// record.
  mutating func endDocument() throws {
    guard firstLineIsLong else {
      state = .end
      return
    }
    try restart(inPlace: false)
    state = .skipLine
  }

  mutating func fail(_ error: SyntaxError, _ role: RecordPlace.Role) throws -> Event {
    let event = failure(error, role)
    try endDocument()
    return event
  }
}
