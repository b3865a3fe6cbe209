/// Bytes that come once, one after another: of a pipe, a socket, a download.
///
/// What reads records wants a ``ByteSource``: wrap a stream in a ``BufferedSource``.
public protocol ByteStream {
  /// Fills the buffer from the current place and returns how many bytes were read; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Where bytes come from that can be read twice: a file, memory, a stream of which enough is kept.
///
/// The library opens nothing itself. Some inputs are read a second time: a document whose `resourceType` comes after its
/// entries is sometimes understood only at its end, and where the first records do not show their release, the validator
/// looks for one that does before it judges the first.
public protocol ByteSource: ByteStream {
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
