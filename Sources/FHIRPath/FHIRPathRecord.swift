package import FHIRTape

/// A record that was read and on which expressions can be evaluated.
public struct FHIRPathRecord: ~Copyable {
  private let buffer: PaddedBuffer
  private var builder: TapeBuilder

  /// Reads one JSON value.
  ///
  /// - Throws: a ``FHIRPathError`` of the code ``FHIRPathError/Code/record`` when the bytes are not JSON, or nest too deep.
  public init(_ bytes: [UInt8]) throws(FHIRPathError) {
    var buffer = PaddedBuffer(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { buffer.append(start, count: source.count) }
    }
    var builder = TapeBuilder(maximumDepth: 128, capacity: bytes.count / 8)
    guard bytes.count < TapeLayout.maximumBytes else {
      throw FHIRPathError(.record, column: 1, "the record is too large")
    }
    switch builder.read(buffer.bytes, from: 0, to: bytes.count) {
    case .value(let end):
      guard bytes[end...].allSatisfy(Bytes.isWhitespace) else {
        throw FHIRPathError(.record, column: 1, "something follows the record at byte \(end)")
      }
    case .entries: throw FHIRPathError(.record, column: 1, "the record is not JSON")
    case .failure(let error):
      throw FHIRPathError(.record, column: 1, "the record is not JSON: \(error.code.rawValue) at byte \(error.start)")
    }
    self.buffer = buffer
    self.builder = builder
  }

  package var tape: Tape { builder.tape(over: buffer.bytes) }
}
