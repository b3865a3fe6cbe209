import FHIRJSON

/// Reads one document, the items of an array, and the entries of a Bundle with its envelope.
extension RecordReader {
  mutating func readDocument() throws -> Event {
    switch try readValue(stopsAtEntries: true) {
    case .value(let end):
      let tape = builder.tape(over: window.bytes)
      (position, state) = (end, .afterDocument)
      return .value(tape, place(.document))
    case .entries(let start, let head):
      typeBeforeEntries = head.type
      envelope.removeAll()
      envelope.append(window.bytes + position, count: start + 1 - position)
      (envelopeBase, envelopePrefix) = (base + position, envelope.count)
      (position, state, items) = (start + 1, .entries, 0)
      window.widen()
      if !head.isBundle, !mayHandOutEntries {
        // Many writers put `resourceType` last, where it can be read without the entries.
        guard tailSaysBundle else { return try lookForBundle() }
        mayHandOutEntries = true
      }
      return try next() ?? failure(SyntaxError(.unexpectedEnd, start: position, end: position))
    case .failure(let error):
      guard readsBundlesWhole else { return try fail(error, .document) }
      // The entries before a fault are records, too.
      readsBundlesWhole = false
      builder.bundles = bundles
      try restart()
      return try next() ?? failure(error)
    }
  }

  /// Whether the members after the last entry show that the document is a Bundle.
  private var tailSaysBundle: Bool {
    guard let rest = window.rest(from: position, hasEnded: sourceHasEnded), let start = rest.baseAddress else {
      return false
    }
    if firstLineIsLong {
      // The input may end with another line.
      var end = start + rest.count
      while end > start, Bytes.isWhitespace(end[-1]) { end -= 1 }
      let known = min(max(longLine - base - position, 0), end - start)
      if Bytes.first(Bytes.newline, from: start + known, to: end) < end { return false }
    }
    return DocumentTail.saysBundle(start, count: rest.count, bundles)
  }

  /// Reads a document to its end if its entries begin before its type is known, and then returns its first event. All
  /// of its entries are read twice, but in a window of fixed size; holding them would take as much memory as their
  /// size.
  private mutating func lookForBundle() throws -> Event {
    mayHandOutEntries = true
    loop: while let event = try next() {
      switch event {
      case .value(let tape, let place):
        switch place.role {
        case .entry: continue
        case .envelope:
          builder.bundles = bundles.hasBundle(at: .root, of: tape) ? bundles : .none
          break loop
        // It was read again, as one value.
        case .document, .element, .line: return event
        }
      // There is no evidence against a Bundle, so the values before the fault are treated as entries.
      case .failure:
        guard builder.bundles.lengths != 0 else { return event }
        break loop
      case .byteOrderMark: continue
      }
    }
    try restart()
    return try next() ?? failure(SyntaxError(.unexpectedEnd, start: position, end: position))
  }

  /// Reads the document again from its start, including its `entry` array.
  private mutating func readWhole() throws {
    builder.bundles = .none
    try restart(inPlace: false)
  }

  /// Handles the input after the top-level value: nothing, or more lines if the first was too long to recognise NDJSON.
  mutating func readEnd() throws -> Event? {
    state = .end
    if firstLineIsLong, try skipBlanks(), window.bytes[position] == Bytes.newline {
      guard try skipWhitespace() else { return nil }
      switch window.bytes[position] {
      case Bytes.comma, Bytes.colon, Bytes.closeBrace, Bytes.closeBracket: break
      default:
        // The value was a whole line, and so is whatever follows: see RecordFraming.
        state = .lines
        return nil
      }
    }
    guard try skipWhitespace() else { return nil }
    try lookAhead()
    let event = failure(TapeBuilder.extra(window.bytes, at: position, to: window.count))
    // Text after a record on its line says nothing about the next lines.
    if firstLineIsLong { state = .skipLine }
    return event
  }

  /// Skips blanks to the end of the line or to the next byte that is not white space; `false` at the end of the input.
  private mutating func skipBlanks() throws -> Bool {
    try skip { start, end in
      var p = start
      while p < end, p.pointee != Bytes.newline, Bytes.isWhitespace(p.pointee) { p += 1 }
      return p
    }
  }

  // MARK: - Items of an array

  mutating func readItem() throws -> Event? {
    if let next = takeAhead() { return next }
    guard try skipWhitespace() else { return try unexpected(.firstValueOrEnd) }
    let comma = base + position
    if window.bytes[position] == Bytes.closeBracket {
      if state == .entries {
        state = .envelope
      } else {
        (state, position) = (.afterDocument, position + 1)
      }
      return nil
    }
    if items > 0 {
      guard window.bytes[position] == Bytes.comma else { return try unexpected(.commaOrEndOfArray) }
      position += 1
      guard try skipWhitespace() else { return try unexpected(.value) }
      if window.bytes[position] == Bytes.closeBracket {
        let start = comma - base
        return try fail(SyntaxError(.trailingComma, start: start, end: start + 1), .document)
      }
    }
    switch try readValue(stopsAtEntries: false) {
    case .value(let end):
      if state == .entries, items == 0, !Self.isEntry(builder.tape(over: window.bytes)) {
        try readWhole()
        return nil
      }
      readAhead(from: end)
      return takeAhead()
    case .failure(let error):
      if state == .entries, items == 0 {
        // Nothing shows yet that this is a Bundle; reading it whole finds the same fault.
        try readWhole()
        return nil
      }
      return try fail(error, state == .entries ? .entry(items) : .element(items))
    case .entries: return nil
    }
  }

  /// Whether an array element has a member that distinguishes entries of Bundles from those of other resources (List).
  private static func isEntry(_ tape: Tape) -> Bool {
    guard tape.tag(.root) == .object else { return false }
    return tape.keys(of: .root).contains { key in
      tape.isKey(key, "resource") || tape.isKey(key, "fullUrl") || tape.isKey(key, "request")
        || tape.isKey(key, "response") || tape.isKey(key, "search") || tape.isKey(key, "link")
    }
  }

  // MARK: - What is around the entries

  /// Reads to the closing bracket of the document, and then reads the envelope as one text.
  mutating func readEnvelope() throws -> Event {
    let place = RecordPlace(
      role: .envelope(entries: items), base: envelopeBase, cut: envelopePrefix,
      baseAfterCut: base + position - envelopePrefix)
    // The array and its object are still open.
    var brackets = OpenBrackets(depth: 2)
    while true {
      let end = brackets.findEnd(in: window.bytes + position, count: window.count - position)
      let count = end ?? window.count - position
      envelope.append(window.bytes + position, count: count)
      position += count
      if envelope.count > maximumRecordBytes {
        return try fail(envelope: SyntaxError(.recordTooLarge, start: 0, end: 1), place)
      }
      if end != nil || sourceHasEnded { break }
      try fill()
    }
    let outcome = builder.read(envelope.bytes, from: 0, to: envelope.count)
    guard case .failure(let error) = outcome else {
      state = .afterDocument
      return .value(builder.tape(over: envelope.bytes), place)
    }
    return try fail(envelope: error, place)
  }

  private mutating func fail(envelope error: SyntaxError, _ place: RecordPlace) throws -> Event {
    var error = error
    error.takeFound(from: UnsafePointer(envelope.bytes))
    try endDocument()
    return .failure(error, place)
  }
}
