/// A window of random-access bytes in memory, which moves to the requested offset.
final class ByteWindow<Bytes: RandomAccessBytes> {
  private let bytes: Bytes
  private var buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var count = 0

  /// - Parameter size: how many bytes are read at once, unless more are requested.
  init(_ bytes: Bytes, size: Int) {
    self.bytes = bytes
    buffer = .allocate(byteCount: size, alignment: 16)
  }

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
