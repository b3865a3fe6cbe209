/// A known number of bytes that can be read from any offset, by several threads at once.
///
/// Archives are read from this and not from a stream, because a zip archive has its directory at its end.
public protocol RandomAccessBytes: Sendable {
  /// How many bytes there are.
  var count: Int { get }
  /// Fills the buffer from an offset and returns how many bytes were read: fewer than requested only at the end.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
  /// Throws if the bytes have changed since they were counted; called when the last of them has been read.
  func checkUnchanged() throws
}

extension RandomAccessBytes {
  /// Does nothing: no other process can change bytes in memory.
  public func checkUnchanged() throws {}
}

/// Bytes in memory.
public struct MemoryBytes: RandomAccessBytes {
  private let bytes: [UInt8]

  /// Wraps bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// How many bytes there are.
  public var count: Int { bytes.count }

  /// Copies bytes from an offset.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard bytes.indices.contains(offset) else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes { buffer.copyBytes(from: $0[offset..<offset + count]) }
    return count
  }
}
