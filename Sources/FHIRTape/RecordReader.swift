package import FHIRJSON

/// Finds the records in an input, and reads each into a tape; keeps a few of them in memory at a time.
///
/// The content shows the form of the input: an object is one document, an array is a list of records, and lines that
/// each hold an object are NDJSON. The reader splits the `entry` array of a document element by element, so that a
/// Bundle of any size passes through a window of fixed size; the rest of the document, the envelope, comes last as a
/// separate document with an empty array. Each byte is scanned once, except in a record that crosses the end of the
/// window, which is then filled again from the start of the record.
///
/// The reader never takes an event back. A document with an `entry` array before its `resourceType` may turn out not to
/// be a Bundle, so the reader first reads it to its end, and then again from the start: entry by entry if it is a
/// Bundle, else as one value. See ``lookForBundle()``.
/// ```text
/// {"resourceType": "Bundle", "entry": [ {...}, {...} ], "type": "batch"}
///                                       ^entry ^entry                     then the envelope
/// {"resourceType": "Bundle", "entry": [ ], "type": "batch"}
/// ```
///
/// A failed attempt to stream resets the reader as a whole.
package struct RecordReader: ~Copyable {
  package enum Event {
    case byteOrderMark
    /// A complete value; its tape is valid until the next call, or longer: see ``holdsNext``.
    case value(Tape, RecordPlace)
    /// A text that is not JSON. In NDJSON the next line follows; otherwise this is the last event.
    case failure(SyntaxError, RecordPlace)
  }

  enum State {
    case start, document, entries, envelope, afterDocument, array, lines, skipLine, end
  }

  var source: any ByteSource
  var window: Window
  var envelope = PaddedBuffer()
  private let memory: ReaderMemory
  var builder: TapeBuilder {
    _read { yield memory.builder }
    _modify { yield &memory.builder }
  }
  let maximumRecordBytes: Int
  /// The types whose `entry` arrays are split.
  let bundles: BundleTypes
  /// Whether a first reading has shown that the document's entries may be returned as records.
  var mayHandOutEntries = false
  var state = State.start
  /// The position in the window of the next byte to read.
  var position = 0
  /// The offset in the input of the window's first byte.
  var base = 0
  var sourceHasEnded = false
  /// The number of array elements or entries read so far.
  var items = 0
  /// Items that were read ahead, the next one of them, and whether to read more: see ``readAhead(from:)``.
  @usableFromInline var ahead: [Ahead] = []
  @usableFromInline var nextAhead = 0
  /// The position in the window where they begin.
  var startOfAhead = 0
  var readsAhead = true
  /// Whether more items are added to them, and none is dropped.
  var keepsAhead = false
  var mayReadAhead = true
  /// The type that a Bundle states before its entries, as soon as one of these was read; `nil` if it states none there.
  package internal(set) var typeBeforeEntries: String?
  /// The offset in the input of the envelope's first byte.
  var envelopeBase = 0
  /// The bytes of the envelope before the end of its `entry` array.
  var envelopePrefix = 0
  /// Whether the first line filled the whole first window: it may be a line of NDJSON or a document.
  var firstLineIsLong: Bool { longLine > 0 }
  /// How many bytes of the input are known to be on its first line, if that filled the whole first window; else 0.
  var longLine = 0
  var hasRestarted = false
  /// Whether Bundles are read whole, as long as no fault is found.
  var readsBundlesWhole = false
  /// The offset of the source in an input of lines; `nil` to recognise the input by content.
  private let lineStart: Int?

  /// - Parameters:
  ///   - bundles: the types whose entries are read one by one, each within the limits; others are read whole.
  ///   - sizeHint: the size of the input if known, to keep small inputs cheap.
  ///   - lineStart: the offset at which the source begins in an input that is known to be NDJSON. It must be the start
  ///     of a line, and all places are those in the input. `nil` for a whole input, which is recognised by content.
  package init(
    _ source: any ByteSource, bundles: BundleTypes, maximumDepth: Int, maximumRecordBytes: Int, sizeHint: Int = .max,
    lineStart: Int? = nil
  ) {
    let memory = ReaderMemory(
      maximumDepth: maximumDepth, maximumRecordBytes: maximumRecordBytes, capacity: min(sizeHint, Window.size) / 8)
    self.init(source, Window(sizeHint: sizeHint, memory), memory, bundles, lineStart: lineStart)
  }

  /// Reads from bytes that must outlive the reader and must not change: in place if they hold many records.
  package init(over bytes: UnsafeRawBufferPointer, bundles: BundleTypes, maximumDepth: Int, maximumRecordBytes: Int) {
    let memory = ReaderMemory(maximumDepth: maximumDepth, maximumRecordBytes: maximumRecordBytes)
    self.init(over: bytes, bundles: bundles, memory)
  }

  /// The same within the limits of a memory, which another reader may have left: see ``leaveMemory()``.
  package init(over bytes: UnsafeRawBufferPointer, bundles: BundleTypes, _ memory: ReaderMemory) {
    let source = MemorySource(bytes)
    // With so few bytes, no record is too large, and no offset is too large for the tape.
    if bytes.count <= memory.maximumRecordBytes, let inPlace = Window(over: bytes) {
      self.init(source, inPlace, memory, bundles)
    } else {
      self.init(source, Window(sizeHint: bytes.count, memory), memory, bundles)
    }
  }

  private init(
    _ source: any ByteSource, _ window: consuming Window, _ memory: ReaderMemory, _ bundles: BundleTypes,
    lineStart: Int? = nil
  ) {
    (self.source, self.bundles, self.lineStart, base) = (source, bundles, lineStart, lineStart ?? 0)
    self.window = window
    self.memory = memory
    maximumRecordBytes = memory.maximumRecordBytes
    builder.removeAll()
    builder.bundles = bundles
  }

  /// Leaves its memory to the next reader; this one has ended.
  package mutating func leaveMemory() { window.giveBack(to: memory) }

  /// Reads again from the first byte, for a consumer that has read ahead for a fact that it needs before the first
  /// record. The same events follow again, except for the byte order mark.
  ///
  /// - Parameter inPlace: whether the reader may read a caller's bytes in place again.
  package mutating func restart(inPlace: Bool = true) throws {
    hasRestarted = true
    try source.rewind()
    forgetAhead()
    window.restart(inPlace: inPlace)
    (state, position, base) = (.start, 0, lineStart ?? 0)
    (sourceHasEnded, items, longLine) = (false, 0, 0)
  }

  /// Keeps Bundles whole, for callers that need several entries at a time. Each must then fit the limits of a record.
  package mutating func readBundlesWhole() {
    builder.bundles = .none
    readsBundlesWhole = true
  }

  package mutating func next() throws -> Event? {
    while true {
      switch state {
      case .start:
        if let event = try begin() { return event }
      case .document: return try readDocument()
      case .entries, .array:
        if let event = try readItem() { return event }
      case .envelope: return try readEnvelope()
      case .afterDocument:
        if let event = try readEnd() { return event }
      case .lines:
        if let event = try readLine() { return event }
      case .skipLine: try skipLine()
      case .end: return nil
      }
    }
  }

  /// The offset in the input of the next byte to read.
  package var inputOffset: Int { base + position }

  // MARK: - The beginning

  /// Whether an input is NDJSON, recognised from its beginning with the reader's rules.
  package static func findsLines(in source: any ByteSource) throws -> Bool {
    var reader = RecordReader(source, bundles: .none, maximumDepth: 1, maximumRecordBytes: 1)
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
    case .lines: state = .lines
    case .array:
      window.widen()
      position += 1
      state = .array
    case .document(let isLongLine):
      (longLine, state) = (isLongLine ? base + end : 0, .document)
    }
    return nil
  }

  /// Ends a document that cannot be read further. If its first line was too long to recognise NDJSON, the next line may
  /// be a record.
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

/// What a reader allocates for the limits of a record, and another one may use after it.
package final class ReaderMemory: @unchecked Sendable {
  // @unchecked: one reader owns it at a time.
  @exclusivity(unchecked) var builder: TapeBuilder
  @exclusivity(unchecked) var buffer = PaddedBuffer()
  let maximumRecordBytes: Int

  package init(maximumDepth: Int, maximumRecordBytes: Int, capacity: Int = 4096) {
    self.maximumRecordBytes = min(maximumRecordBytes, TapeLayout.maximumBytes - 1)
    builder = TapeBuilder(
      maximumDepth: maximumDepth, capacity: capacity,
      maximumWords: TapeLayout.maximumWords(forRecordBytes: self.maximumRecordBytes))
  }
}
