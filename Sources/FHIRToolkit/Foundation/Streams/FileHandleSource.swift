import ClinicalSources
public import FHIRTape
public import Foundation

/// The bytes of a file handle, from its current position on: a file, a pipe, a socket, standard input.
///
/// A file can be read again from there. Of a pipe or socket, the first bytes are kept for this purpose: see
/// `BufferedSource`. The handle is not closed.
public struct FileHandleSource: ByteSource {
  private var source: BufferedSource<HandleStream>
  private let start: UInt64?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - handle: the handle to read from.
  ///   - limit: how many bytes to keep of a pipe or socket.
  public init(_ handle: FileHandle, keeping limit: Int = 16 << 20) {
    // A pipe has no position; a device may report one, but cannot return to it.
    let place = try? handle.offset()
    let end = place.flatMap { _ in try? handle.seekToEnd() }
    start = place.flatMap { place in
      guard (try? handle.seek(toOffset: place)) != nil, let end, end > place else { return nil }
      return place
    }
    source = BufferedSource(HandleStream(handle: handle), keeping: start == nil ? limit : 0)
  }

  /// Fills the buffer; returns 0 at the end.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try source.read(into: buffer)
  }

  /// Returns to the first byte.
  ///
  /// - Throws: `RewindError` for a pipe or socket if more bytes have been read than may be kept.
  public mutating func rewind() throws {
    guard let start else { return try source.rewind() }
    try source.stream.handle.seek(toOffset: start)
  }
}

/// The bytes of a handle that can be read only once.
private struct HandleStream: ByteStream {
  let handle: FileHandle

  /// The bytes that have arrived, without waiting for a full buffer.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try OpenFile.read(handle.fileDescriptor, into: buffer)
  }
}
