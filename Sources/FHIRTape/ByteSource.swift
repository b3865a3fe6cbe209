// The readers return tapes: a module that imports this one can read them.
@_exported public import FHIRJSON

/// Bytes that can be read once, in order: from a pipe, a socket, a download.
///
/// Functions that read records take a ``ByteSource``: wrap a stream in a ``BufferedSource``.
public protocol ByteStream {
  /// Fills the buffer from the current position and returns how many bytes were read; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes that can be read twice: from a file, from memory, or from a stream whose beginning is kept.
///
/// The library itself opens no files. Some inputs are read a second time: a document whose `resourceType` follows its
/// entries may be recognised only at its end, and if the first records do not show their release, the validator
/// searches for one that does before it judges the first.
public protocol ByteSource: ByteStream {
  /// Returns to the first byte.
  mutating func rewind() throws
}

package struct MemorySource: ByteSource {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int

  /// Reads from bytes that must outlive the source, starting at `position`.
  package init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
    (self.bytes, self.position) = (bytes, position)
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

extension PaddedBuffer {
  /// As ``drop(before:growingTo:)``, and reads more after the rest; returns whether the source has ended.
  package mutating func slide(
    from start: Int, reading source: inout any ByteSource, growingTo most: Int = .max
  ) throws -> Bool {
    drop(before: start, growingTo: most)
    return try fill { try source.read(into: $0) }
  }
}
