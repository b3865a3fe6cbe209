/// Where bytes come from: a file, memory, a pipe that was spooled.
///
/// The library opens nothing itself. A source can be read twice, because a document whose `resourceType` comes after
/// its entries is sometimes understood only at its end.
public protocol ByteSource {
  /// Fills the buffer from the current place and returns how many bytes were read; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
  /// Goes back to the first byte.
  mutating func rewind() throws
}

/// Bytes in memory as a source.
package struct MemorySource: ByteSource {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int

  /// Reads from bytes that must outlive the source, at first from `position` on.
  package init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position)
    if count > 0 {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
      position += count
    }
    return count
  }

  package mutating func rewind() { position = 0 }
}
