/// Bytes of a known number that can be read from any place, from several threads at the same time.
///
/// A zip archive has its directory at its end, so this and not a stream is what an archive is read from.
public protocol RandomAccessBytes: Sendable {
  /// How many bytes there are.
  var count: Int { get }
  /// Fills the buffer from an offset and returns how many bytes were read: fewer than asked for only at the end.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
  /// Throws where the bytes are no longer those that were counted; asked when the last of them has been read.
  func checkUnchanged() throws
}

extension RandomAccessBytes {
  /// Bytes in memory that no other process can change.
  public func checkUnchanged() throws {}
}

/// Bytes in memory.
public struct MemoryBytes: RandomAccessBytes {
  private let bytes: [UInt8]

  /// Takes the bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// How many bytes there are.
  public var count: Int { bytes.count }

  /// Copies what is there.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard bytes.indices.contains(offset) else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes { buffer.copyBytes(from: $0[offset..<offset + count]) }
    return count
  }
}
