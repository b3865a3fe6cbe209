import FHIRJSON

/// NDJSON: one record per line; a faulty line does not affect the others.
extension RecordReader {
  mutating func readLine() throws -> Event? {
    if let next = takeAhead() { return next }
    // Ending a line writes a byte after it, which must not happen in a caller's bytes.
    if window.isInPlace { try fill() }
    guard try skipWhitespace() else {
      state = .end
      return nil
    }
    guard let end = try endOfLine() else {
      state = .skipLine
      return failure(tooLarge)
    }
    let start = position
    position = end
    switch readLine(from: start, to: end) {
    case .value(let valueEnd):
      let rest = Bytes.skipWhitespace(window.bytes + valueEnd) - UnsafePointer(window.bytes)
      if rest < end { return failure(TapeBuilder.extra(window.bytes, at: rest, to: end)) }
      readLinesAhead(from: start, end)
      return takeAhead()
    case .failure(let error): return failure(error)
    case .entries:
      position = start
      return nil
    }
  }

  mutating func readLine(from start: Int, to end: Int, keepsTapes: Bool = false) -> TapeBuilder.Outcome {
    // The scanner must not see the next line; it stops at NUL.
    let byte = window.bytes[end]
    window.replace(at: end, with: 0)
    defer { window.replace(at: end, with: byte) }
    return builder.read(window.bytes, from: start, to: end, keepsTapes: keepsTapes)
  }

  /// The offset of the newline that ends the line, or of the end of the input; `nil` if the line is too long.
  mutating func endOfLine() throws -> Int? {
    var searched = position
    while true {
      let bytes = UnsafePointer(window.bytes)
      searched = Bytes.first(Bytes.newline, from: bytes + searched, to: bytes + window.count) - bytes
      if searched < window.count { return searched - position > maximumRecordBytes ? nil : searched }
      if sourceHasEnded { return window.count - position > maximumRecordBytes ? nil : window.count }
      if window.count - position > maximumRecordBytes { return nil }
      searched -= position
      try fill()
    }
  }

  mutating func skipLine() throws { state = try skip { Bytes.first(Bytes.newline, from: $0, to: $1) } ? .lines : .end }
}
