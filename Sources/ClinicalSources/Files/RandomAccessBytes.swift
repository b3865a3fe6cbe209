public import FHIRTape

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
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

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

/// A range of random-access bytes, as a stream.
public struct ByteRange<Bytes: RandomAccessBytes>: ByteSource {
  private let bytes: Bytes
  private let range: Range<Int>
  private var offset: Int

  /// Makes a stream of all bytes.
  public init(_ bytes: Bytes) { self.init(bytes, 0..<bytes.count) }

  /// Makes a stream of the bytes of a range, clipped to the existing bytes.
  public init(_ bytes: Bytes, _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range.clamped(to: 0..<bytes.count)
    offset = self.range.lowerBound
  }

  /// How many bytes the range has.
  public var count: Int { range.count }

  /// Fills the buffer; returns 0 at the end of the range.
  ///
  /// - Throws: errors of reading, and at the end the error of ``RandomAccessBytes/checkUnchanged()``.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let wanted = min(buffer.count, range.upperBound - offset)
    var count = 0
    if wanted > 0 {
      count = try bytes.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
    }
    if count == 0, !buffer.isEmpty { try bytes.checkUnchanged() }
    offset += count
    return count
  }

  /// Returns to the first byte.
  public mutating func rewind() { offset = range.lowerBound }
}

/// A window of random-access bytes in memory, which moves to the requested offset.
final class ByteWindow<Bytes: RandomAccessBytes> {
  private let bytes: Bytes
  private var buffer: UnsafeMutableRawBufferPointer
  private var (start, count) = (0, 0)

  /// - Parameter size: how many bytes are read at once, unless more are requested.
  init(_ bytes: Bytes, size: Int) { (self.bytes, buffer) = (bytes, .allocate(byteCount: size, alignment: 16)) }

  deinit { buffer.deallocate() }

  /// The bytes at an offset, valid until the next call; fewer than requested only at the end.
  func bytes(at offset: Int, count wanted: Int) throws -> UnsafeRawBufferPointer {
    guard offset >= 0, offset < bytes.count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let wanted = min(wanted, bytes.count - offset)
    if offset < start || offset + wanted > start + count {
      if wanted > buffer.count {
        buffer.deallocate()
        buffer = .allocate(byteCount: wanted, alignment: 16)
      }
      (start, count) = (offset, 0)
      count = try bytes.read(at: offset, into: buffer)
    }
    return UnsafeRawBufferPointer(rebasing: buffer[offset - start..<min(offset - start + wanted, count)])
  }
}

extension ByteSource {
  /// The next bytes, fewer than requested only at the end.
  package mutating func bytes(upTo count: Int) throws -> [UInt8] { try [UInt8](upTo: count) { try read(into: $0) } }
}

extension [UInt8] {
  /// The bytes that `read` gives, up to the limit. Memory is allocated as they arrive: a stated size may be false.
  package init<Failure>(
    upTo limit: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    self = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Swift.min(limit, 64 << 10), alignment: 16)
    defer { buffer.deallocate() }
    while count < limit {
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Swift.min(buffer.count, limit - count)])
      let made = try read(free)
      if made == 0 { break }
      append(contentsOf: free[..<made])
    }
  }
}
