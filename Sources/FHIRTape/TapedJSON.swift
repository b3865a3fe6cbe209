package import FHIRJSON

/// Reads one JSON value in memory into a tape for the duration of a call.
package enum TapedJSON {
  /// The deepest nesting that is read, in levels.
  package static let maximumDepth = 200

  /// Calls `body` with the tape of the single value in the bytes, whose offsets are those of the bytes.
  package static func read<Result>(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = maximumDepth, _ body: (Tape) -> Result
  ) throws(SyntaxError) -> Result {
    guard bytes.count < TapeLayout.maximumBytes else { throw SyntaxError(.recordTooLarge, start: 0, end: 0) }
    guard let start = bytes.baseAddress else { throw SyntaxError(.emptyInput, start: 0, end: 0) }
    var buffer = PaddedBuffer(capacity: bytes.count)
    buffer.append(start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    // A byte order mark is not part of the text.
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var builder = TapeBuilder(maximumDepth: maximumDepth, capacity: bytes.count / 8)
    switch builder.read(buffer.bytes, from: mark, to: buffer.count) {
    case .value(let end):
      let rest = Bytes.skipWhitespace(buffer.bytes + end) - UnsafePointer(buffer.bytes)
      if rest >= buffer.count { return body(builder.tape(over: buffer.bytes)) }
      var error = SyntaxError(.extraValue, start: rest, end: rest + 1)
      error.takeFound(from: buffer.bytes)
      throw error
    case .failure(var error):
      error.takeFound(from: buffer.bytes)
      throw error
    case .entries: throw SyntaxError(.unexpectedEnd, start: 0, end: 0)
    }
  }

  package static func read<Result>(
    _ bytes: [UInt8], maximumDepth: Int = maximumDepth, _ body: (Tape) -> Result
  ) throws(SyntaxError) -> Result {
    try bytes.withUnsafeBytes { bytes in
      Swift.Result { () throws(SyntaxError) in try read(bytes, maximumDepth: maximumDepth, body) }
    }.get()
  }
}
