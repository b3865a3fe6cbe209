/// Finds the records in an input, reads each into a tape, and keeps no more than one in memory.
///
/// What the input is shows in its content: an object is one document, an array a list of records, and lines that each
/// hold an object are NDJSON. The `entry` array of a document is taken apart element by element, so that a Bundle of
/// any size passes through a window of fixed size; what remains, the envelope, comes last as a document of its own in
/// which the array is empty. This costs no second scan: each byte is scanned once, unless a record lies across the end
/// of the window, which is then filled anew from the record's start.
///
/// ```text
/// {"resourceType": "Bundle", "entry": [ {...}, {...} ], "type": "batch"}
///                                       ^entry ^entry                     then the envelope
/// {"resourceType": "Bundle", "entry": [ ], "type": "batch"}
/// ```
package struct RecordReader: ~Copyable {
  /// What came next.
  package enum Event {
    /// A UTF-8 byte order mark before the text.
    case byteOrderMark
    /// A value that was read whole; its tape is good until the next call.
    case value(Tape, RecordPlace)
    /// A text that is not JSON. On a line the next line follows, elsewhere this is the last event.
    case failure(SyntaxError, RecordPlace)
  }

  private enum State {
    case start, document, entries, envelope, afterDocument, array, lines, skipLine, end
  }

  private var source: any ByteSource
  private var window: PaddedBuffer
  private var envelope = PaddedBuffer(capacity: 1024)
  private var builder: TapeBuilder
  private let maximumRecordBytes: Int
  /// Whether `entry` arrays are taken apart.
  private var streamsEntries: Bool
  private var state = State.start
  /// Where reading goes on in the window.
  private var position = 0
  /// The offset in the input of the window's first byte.
  private var base = 0
  private var sourceHasEnded = false
  /// The number of array elements or entries that were read.
  private var items = 0
  /// The offset in the input of the envelope's first byte.
  private var envelopeBase = 0
  /// The bytes of the envelope before the end of its `entry` array.
  private var envelopePrefix = 0
  /// The first line filled the whole first window, so it may be a line of NDJSON or a document.
  private var firstLineIsLong = false
  private var hasRestarted = false

  /// - Parameter sizeHint: the size of the input where it is known, to keep small inputs cheap.
  package init(
    _ source: any ByteSource, maximumDepth: Int, maximumRecordBytes: Int, sizeHint: Int = .max,
    streamsEntries: Bool = true
  ) {
    self.source = source
    self.maximumRecordBytes = min(maximumRecordBytes, TapeLayout.maximumBytes - 1)
    self.streamsEntries = streamsEntries
    let window = min(sizeHint, 256 << 10)
    self.window = PaddedBuffer(capacity: window + 1)
    builder = TapeBuilder(maximumDepth: maximumDepth, capacity: window / 16)
  }

  /// Starts again at the first byte, this time with `entry` arrays left in place.
  package mutating func restartWithoutStreaming() throws {
    hasRestarted = true
    try source.rewind()
    window.removeAll()
    streamsEntries = false
    state = .start
    position = 0
    base = 0
    sourceHasEnded = false
    items = 0
    firstLineIsLong = false
  }

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

  private mutating func begin() throws -> Event? {
    try fill()
    if window.count >= 3, window.bytes[0] == 0xEF, window.bytes[1] == 0xBB, window.bytes[2] == 0xBF, position == 0 {
      position = 3
      if !hasRestarted { return .byteOrderMark }
    }
    guard try skipWhitespace() else {
      state = .end
      return failure(SyntaxError(.emptyInput, start: position, end: position))
    }
    switch RecordFraming.recognise(window.bytes + position, window.bytes + window.count, isWhole: sourceHasEnded) {
    case .lines:
      state = .lines
    case .array:
      position += 1
      state = .array
    case .document(let isLongLine):
      firstLineIsLong = isLongLine
      state = .document
    }
    return nil
  }

  // MARK: - One document

  private mutating func readDocument() throws -> Event {
    switch try readValue(stopsAtEntries: streamsEntries) {
    case .value(let end):
      let tape = builder.tape(over: window.bytes)
      position = end
      state = .afterDocument
      return .value(tape, place(.document))
    case .entries(let start):
      envelope.removeAll()
      envelope.append(window.bytes + position, count: start + 1 - position)
      envelopeBase = base + position
      envelopePrefix = envelope.count
      position = start + 1
      state = .entries
      items = 0
      return try next() ?? failure(SyntaxError(.unexpectedEnd, start: position, end: position))
    case .failure(let error):
      return try fail(error, .document)
    }
  }

  /// After the top-level value: nothing, or more lines where the first was too long to tell.
  private mutating func readEnd() throws -> Event? {
    state = .end
    let before = base + position
    guard try skipWhitespace() else { return nil }
    if firstLineIsLong, base + position > before, window.bytes[position] == Bytes.openBrace {
      state = .lines
      return nil
    }
    try lookAhead()
    return failure(TapeBuilder.extra(window.bytes, at: position, to: window.count))
  }

  // MARK: - Items of an array

  private mutating func readItem() throws -> Event? {
    guard try skipWhitespace() else { return try unexpected(.firstValueOrEnd) }
    let comma = position
    if window.bytes[position] == Bytes.closeBracket {
      return closeArray()
    }
    if items > 0 {
      guard window.bytes[position] == Bytes.comma else { return try unexpected(.commaOrEndOfArray) }
      let commaOffset = base + comma
      position += 1
      guard try skipWhitespace() else { return try unexpected(.value) }
      if window.bytes[position] == Bytes.closeBracket {
        let start = commaOffset - base
        return try fail(SyntaxError(.trailingComma, start: start, end: start + 1), .document)
      }
    }
    switch try readValue(stopsAtEntries: false) {
    case .value(let end):
      let role: RecordPlace.Role = state == .entries ? .entry(items) : .element(items)
      let tape = builder.tape(over: window.bytes)
      if state == .entries, items == 0, !BundleShape.isEntry(tape) {
        try restartWithoutStreaming()
        return nil
      }
      position = end
      items += 1
      return .value(tape, place(role))
    case .failure(let error):
      if state == .entries, items == 0 {
        // Nothing tells yet that this is a Bundle; reading it whole finds the same fault.
        try restartWithoutStreaming()
        return nil
      }
      return try fail(error, state == .entries ? .entry(items) : .element(items))
    case .entries:
      return nil
    }
  }

  private mutating func closeArray() -> Event? {
    if state == .entries {
      state = .envelope
    } else {
      position += 1
      state = .afterDocument
    }
    return nil
  }

  // MARK: - What is around the entries

  private mutating func readEnvelope() throws -> Event {
    let shift = base + position - envelopePrefix
    while true {
      envelope.append(window.bytes + position, count: window.count - position)
      position = window.count
      let outcome = builder.read(envelope.bytes, from: 0, to: envelope.count)
      if case .value(let end) = outcome {
        position -= envelope.count - end
        state = .afterDocument
        return .value(
          builder.tape(over: envelope.bytes),
          RecordPlace(role: .envelope(entries: items), base: envelopeBase, cut: envelopePrefix, baseAfterCut: shift))
      }
      if sourceHasEnded || envelope.count > maximumRecordBytes, case .failure(var error) = outcome {
        error.takeFound(from: UnsafePointer(envelope.bytes))
        let place = RecordPlace(
          role: .envelope(entries: items), base: envelopeBase, cut: envelopePrefix, baseAfterCut: shift)
        try endDocument()
        return .failure(error, place)
      }
      try fill()
    }
  }

  // MARK: - Lines

  private mutating func readLine() throws -> Event? {
    guard try skipWhitespace() else {
      state = .end
      return nil
    }
    guard let end = try endOfLine() else {
      state = .skipLine
      return failure(tooLarge)
    }
    // The scanner must not see the next line, and stops at NUL.
    let lineEnd = window.bytes[end]
    window.replace(at: end, with: 0)
    let outcome = builder.read(window.bytes, from: position, to: end)
    let start = position
    position = end
    switch outcome {
    case .value(let valueEnd):
      let rest = Bytes.skipWhitespace(window.bytes + valueEnd) - UnsafePointer(window.bytes)
      window.replace(at: end, with: lineEnd)
      if rest < end {
        return failure(TapeBuilder.extra(window.bytes, at: rest, to: end))
      }
      return .value(builder.tape(over: window.bytes), place(.line))
    case .failure(let error):
      window.replace(at: end, with: lineEnd)
      return failure(error)
    case .entries:
      position = start
      return nil
    }
  }

  /// The offset of the newline that ends the line, or of the end of the input; `nil` when the line is too long.
  private mutating func endOfLine() throws -> Int? {
    var searched = position
    while true {
      let bytes = UnsafePointer(window.bytes)
      searched = Bytes.newline(from: bytes + searched, to: bytes + window.count) - bytes
      if searched < window.count { return searched - position > maximumRecordBytes ? nil : searched }
      if sourceHasEnded { return window.count - position > maximumRecordBytes ? nil : window.count }
      if window.count - position > maximumRecordBytes { return nil }
      searched -= position
      try fill()
    }
  }

  private mutating func skipLine() throws {
    while true {
      let bytes = UnsafePointer(window.bytes)
      position = Bytes.newline(from: bytes + position, to: bytes + window.count) - bytes
      if position < window.count {
        state = .lines
        return
      }
      if sourceHasEnded {
        state = .end
        return
      }
      try fill()
    }
  }

  /// The end of a document that cannot be read on. Where it began with a line too long to tell, the next line may be a
  /// record.
  private mutating func endDocument() throws {
    guard firstLineIsLong else {
      state = .end
      return
    }
    let streamsEntries = streamsEntries
    try restartWithoutStreaming()
    self.streamsEntries = streamsEntries
    state = .skipLine
  }

  private mutating func fail(_ error: SyntaxError, _ role: RecordPlace.Role) throws -> Event {
    let event = failure(error, role)
    try endDocument()
    return event
  }

  // MARK: - The window

  /// Reads the value at the current place, with as much more of the input as it takes.
  private mutating func readValue(stopsAtEntries: Bool) throws -> TapeBuilder.Outcome {
    while true {
      let outcome = builder.read(window.bytes, from: position, to: window.count, stopsAtEntries: stopsAtEntries)
      if case .value(let end) = outcome, end - position > maximumRecordBytes { return .failure(tooLarge) }
      if sourceHasEnded { return outcome }
      switch outcome {
      case .value(let end) where end < window.count: return outcome
      case .entries: return outcome
      // What is wrong may look different when more of the text is there.
      case .failure(let error) where error.end + Bytes.padding < window.count: return outcome
      default: break
      }
      if window.count - position > maximumRecordBytes {
        return .failure(tooLarge)
      }
      try fill()
    }
  }

  private var tooLarge: SyntaxError { SyntaxError(.recordTooLarge, start: position, end: position + 1) }

  /// Drops what was read and reads more behind the rest.
  private mutating func fill() throws {
    let dropped = position
    sourceHasEnded = try window.slide(from: dropped, reading: &source)
    base += dropped
    position = 0
  }

  /// Makes sure that a character or a `/*` at the current place is whole in the window, before it is named as a fault.
  private mutating func lookAhead() throws {
    if !sourceHasEnded, window.count - position < Bytes.padding { try fill() }
  }

  /// Moves to the next byte that is not white space; `false` at the end of the input.
  private mutating func skipWhitespace() throws -> Bool {
    while true {
      position = Bytes.skipWhitespace(window.bytes + position) - UnsafePointer(window.bytes)
      if position < window.count { return true }
      if sourceHasEnded { return false }
      try fill()
    }
  }

  // MARK: - Events

  private func place(_ role: RecordPlace.Role) -> RecordPlace {
    RecordPlace(role: role, base: base)
  }

  private func failure(_ error: SyntaxError, _ role: RecordPlace.Role? = nil) -> Event {
    var error = error
    error.takeFound(from: UnsafePointer(window.bytes))
    return .failure(error, place(role ?? (state == .lines || state == .skipLine ? .line : .document)))
  }

  private mutating func unexpected(_ expected: SyntaxError.Expectation) throws -> Event {
    try lookAhead()
    let bytes = UnsafePointer(window.bytes)
    return try fail(TapeBuilder.unexpected(bytes + position, bytes, bytes + window.count, expected), .document)
  }
}
