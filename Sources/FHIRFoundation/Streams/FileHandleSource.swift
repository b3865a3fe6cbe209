import ClinicalSources
public import FHIRTape
public import Foundation

/// What a file handle gives, from its current place on: a file, a pipe, a socket, standard input.
///
/// A file is read again from there when that is needed. Of what comes once, the first bytes are kept for it: see
/// `BufferedSource`. The handle is not closed.
public struct FileHandleSource: ByteSource {
  private var source: BufferedSource<HandleStream>
  private let start: UInt64?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - handle: what to read from.
  ///   - limit: how many bytes to keep of what comes once.
  public init(_ handle: FileHandle, keeping limit: Int = 16 << 20) {
    // A pipe has no place; a device may say that it has one, and does not go back there.
    let place = try? handle.offset()
    let end = place.flatMap { _ in try? handle.seekToEnd() }
    start = place.flatMap { place in
      guard (try? handle.seek(toOffset: place)) != nil, let end, end > place else { return nil }
      return place
    }
    source = BufferedSource(HandleStream(handle: handle), keeping: start == nil ? limit : 0)
  }

  /// Fills the buffer; 0 at the end.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try source.read(into: buffer)
  }

  /// Goes back to the first byte.
  ///
  /// - Throws: `RewindError` when the bytes come once and more have come than may be kept.
  public mutating func rewind() throws {
    guard let start else { return try source.rewind() }
    try source.stream.handle.seek(toOffset: start)
  }
}

/// The bytes of a handle, once.
private struct HandleStream: ByteStream {
  let handle: FileHandle

  /// What has come, without waiting for a full buffer.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try OpenFile.read(handle.fileDescriptor, into: buffer)
  }
}
