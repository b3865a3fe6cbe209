/// A stream that can be read again from its start until a given number of bytes has been read.
///
/// ```swift
/// let tally = try Validator().validate(from: BufferedSource(socket)) { findings in report(findings) }
/// ```
///
/// The first bytes are kept in memory. Once more bytes have been read than may be kept, the source drops them and
/// continues in bounded memory. After that, only an input that must be read twice fails, with ``RewindError``: a Bundle
/// whose `resourceType` follows its entries, and records that do not show their release within the kept bytes. NDJSON
/// whose first records show their release, and arrays of such records, may be endless.
public struct BufferedSource<Stream: ByteStream>: ByteSource {
  package var stream: Stream
  private let limit: Int
  private var kept: [UInt8] = []
  /// How many of the kept bytes have been read, since the start or the last rewind.
  private var position = 0
  private var isBeyond = false

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - stream: the bytes, starting with the first.
  ///   - limit: how many bytes to keep.
  public init(_ stream: Stream, keeping limit: Int = 16 << 20) { (self.stream, self.limit) = (stream, max(limit, 0)) }

  /// Fills the buffer: with kept bytes after a rewind, else from the stream.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let known = min(buffer.count, kept.count - position)
    if known > 0 {
      kept.withUnsafeBytes { buffer.copyBytes(from: $0[position..<position + known]) }
      position += known
      return known
    }
    let count = try stream.read(into: buffer)
    if isBeyond || count == 0 { return count }
    if count <= limit - kept.count {
      kept.append(contentsOf: buffer[..<count])
      position = kept.count
    } else {
      (isBeyond, kept, position) = (true, [], 0)
    }
    return count
  }

  /// Returns to the first byte.
  ///
  /// - Throws: ``RewindError`` if more bytes have been read than may be kept.
  public mutating func rewind() throws {
    if isBeyond { throw RewindError(limit: limit) }
    position = 0
  }
}

/// The error for an input that must be read a second time, but has more bytes than may be kept.
public struct RewindError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes that may be kept.
  public let limit: Int

  /// Makes an error.
  public init(limit: Int) { self.limit = limit }

  /// A sentence that describes the error.
  public var description: String {
    "the input has to be read a second time, and it comes once and is larger than the \(limit) bytes that are kept"
  }
}
