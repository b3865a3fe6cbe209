import FHIRJSON

/// The window over the input, and the events that refer to places in it.
extension RecordReader {
  /// Reads the value at the current position, and as much more of the input as it needs.
  mutating func readValue(stopsAtEntries: Bool) throws -> TapeBuilder.Outcome {
    while true {
      let outcome = builder.read(
        window.bytes, from: position, to: window.count, stopsAtEntries: stopsAtEntries, inPlace: window.isInPlace)
      if case .value(let end) = outcome, end - position > maximumRecordBytes { return .failure(tooLarge) }
      if sourceHasEnded { return outcome }
      switch outcome {
      case .value(let end) where end < window.count: return outcome
      case .entries: return outcome
      // The fault may be different with more of the text.
      case .failure(let error) where error.end + Bytes.padding < window.count: return outcome
      default: break
      }
      if window.count - position > maximumRecordBytes { return .failure(tooLarge) }
      try fill()
    }
  }

  var tooLarge: SyntaxError { SyntaxError(.recordTooLarge, start: position, end: position + 1) }

  /// Drops the bytes that were read, and reads more after the rest.
  mutating func fill() throws {
    forgetAhead()
    let dropped = position
    sourceHasEnded = try window.slide(from: dropped, reading: &source, largestRecord: maximumRecordBytes)
    base += dropped
    position = 0
  }

  /// Ensures that a character or a `/*` at the current position is complete in the window, before it is reported as a
  /// fault.
  mutating func lookAhead() throws {
    if !sourceHasEnded, window.count - position < Bytes.padding { try fill() }
  }

  /// Skips to the next byte that is not white space; `false` at the end of the input.
  mutating func skipWhitespace() throws -> Bool { try skip { start, _ in Bytes.skipWhitespace(start) } }

  /// Goes to a place that is searched from a start to the end of the window, filled as often as needed; `false` at the
  /// end of the input.
  @inline(__always) mutating func skip(
    _ search: (_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>
  ) throws -> Bool {
    while true {
      position = search(window.bytes + position, window.bytes + window.count) - window.bytes
      if position < window.count { return true }
      if sourceHasEnded { return false }
      try fill()
    }
  }

  // MARK: - Events

  func place(_ role: RecordPlace.Role) -> RecordPlace { RecordPlace(role: role, base: base) }

  func failure(_ error: SyntaxError, _ role: RecordPlace.Role? = nil) -> Event {
    var error = error
    error.takeFound(from: UnsafePointer(window.bytes))
    return .failure(error, place(role ?? (state == .lines || state == .skipLine ? .line : .document)))
  }

  mutating func unexpected(_ expected: SyntaxError.Expectation) throws -> Event {
    try lookAhead()
    let bytes = UnsafePointer(window.bytes)
    return try fail(TapeBuilder.unexpected(bytes + position, bytes, bytes + window.count, expected), .document)
  }
}
