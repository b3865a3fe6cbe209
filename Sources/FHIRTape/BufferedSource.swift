/// A stream that can be read again from its start, as long as no more than a number of bytes has come.
///
/// ```swift
/// let tally = try Validator().validate(from: BufferedSource(socket)) { findings in report(findings) }
/// ```
///
/// The first bytes are kept in memory. When more have come than may be kept, they are let go, and reading goes on in
/// bounded memory. Only an input that has to be read twice and is larger fails then, with ``RewindError``: a Bundle whose
/// `resourceType` follows its entries, and records of which none among so many bytes shows its release. NDJSON whose first
/// records show their release, and arrays of such, may be endless.
public struct BufferedSource<Stream: ByteStream>: ByteSource {
  package var stream: Stream
  private let limit: Int
  private var kept: [UInt8] = []
  /// How many of the kept bytes have been read, since the start or the last return to it.
  private var position = 0
  private var isBeyond = false

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - stream: the bytes, from the first on.
  ///   - limit: how many bytes to keep.
  public init(_ stream: Stream, keeping limit: Int = 16 << 20) {
    self.stream = stream
    self.limit = max(limit, 0)
  }

  /// Fills the buffer: with kept bytes after a return to the start, else from the stream.
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
      isBeyond = true
      kept = []
      position = 0
    }
    return count
  }

  /// Goes back to the first byte.
  ///
  /// - Throws: ``RewindError`` when more bytes have come than may be kept.
  public mutating func rewind() throws {
    if isBeyond { throw RewindError(limit: limit) }
    position = 0
  }
}

/// An input that comes once would have to be read a second time, and is larger than what may be kept of it.
public struct RewindError: Error, Hashable, Sendable, CustomStringConvertible {
  /// How many bytes could have been kept.
  public let limit: Int

  /// Makes an error.
  public init(limit: Int) { self.limit = limit }

  /// What happened, in one sentence.
  public var description: String {
    "the input has to be read a second time, and it comes once and is larger than the \(limit) bytes that are kept"
  }
}
