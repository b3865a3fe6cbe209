import FHIRTape

/// Reads one JSON value in memory into a tape for the duration of a call.
enum TapedJSON {
  /// The deepest nesting that is read, in levels.
  static let maximumDepth = 200

  /// Calls `body` with the tape of the single value in the bytes; `nil` if they are not JSON.
  static func withTape<Result>(of bytes: UnsafeRawBufferPointer, _ body: (Tape) -> Result) -> Result? {
    guard bytes.count < TapeLayout.maximumBytes, let start = bytes.baseAddress else { return nil }
    var buffer = PaddedBuffer(capacity: bytes.count)
    // A byte order mark is not part of the text.
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    buffer.append((start + mark).assumingMemoryBound(to: UInt8.self), count: bytes.count - mark)
    var builder = TapeBuilder(maximumDepth: maximumDepth, capacity: bytes.count / 8)
    guard case .value(let end) = builder.read(buffer.bytes, from: 0, to: buffer.count) else { return nil }
    let rest = Bytes.skipWhitespace(buffer.bytes + end) - UnsafePointer(buffer.bytes)
    return rest >= buffer.count ? body(builder.tape(over: buffer.bytes)) : nil
  }
}
