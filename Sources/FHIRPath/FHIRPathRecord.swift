package import FHIRTape

/// A parsed record, on which expressions can be evaluated.
///
/// It is immutable: copies share the parsed data, and any number of threads may use it at the same time.
public struct FHIRPathRecord: Sendable {
  private let text: Text

  /// Reads one JSON value.
  ///
  /// - Throws: a ``FHIRPathError`` with the code ``FHIRPathError/Code/record`` if the bytes are not JSON, or nest too
  ///   deep.
  public init(_ bytes: [UInt8]) throws(FHIRPathError) {
    text = try bytes.withUnsafeBytes { bytes in Result { () throws(FHIRPathError) in try Text(bytes) } }.get()
  }

  /// Reads one JSON value; the bytes are only read and not kept.
  ///
  /// - Throws: a ``FHIRPathError`` with the code ``FHIRPathError/Code/record`` if the bytes are not JSON, or nest too
  ///   deep.
  public init(_ bytes: UnsafeRawBufferPointer) throws(FHIRPathError) { text = try Text(bytes) }

  package var tape: Tape { text.builder.tape(over: text.buffer.bytes) }

  /// The text and its tape, which never change after initialisation.
  private final class Text: @unchecked Sendable {
    let buffer: PaddedBuffer
    let builder: TapeBuilder

    init(_ bytes: UnsafeRawBufferPointer) throws(FHIRPathError) {
      func failure(_ message: String) -> FHIRPathError { FHIRPathError(.record, column: 1, message) }
      guard bytes.count < TapeLayout.maximumBytes else { throw failure("the record is too large") }
      var buffer = PaddedBuffer(capacity: bytes.count)
      bytes.withMemoryRebound(to: UInt8.self) { source in
        if let start = source.baseAddress { buffer.append(start, count: source.count) }
      }
      var builder = TapeBuilder(maximumDepth: 128, capacity: bytes.count / 8)
      switch builder.read(buffer.bytes, from: 0, to: bytes.count) {
      case .value(let end):
        guard bytes[end...].allSatisfy(Bytes.isWhitespace) else {
          throw failure("something follows the record at byte \(end)")
        }
      case .entries: throw failure("the record is not JSON")
      case .failure(let error): throw failure("the record is not JSON: \(error.code.rawValue) at byte \(error.start)")
      }
      self.buffer = buffer
      self.builder = builder
    }
  }
}
