public import ClinicalSources
public import FHIRTape
public import Foundation

/// A file as a source of bytes.
public struct FileSource: ByteSource {
  private var bytes: ByteRange<FileBytes>

  /// Opens a file for reading.
  ///
  /// - Throws: the error if it cannot be opened; `CocoaError` for a URL that is not a file's.
  public init(_ url: URL) throws { bytes = ByteRange(try FileBytes(url)) }

  /// Fills the buffer; returns 0 at the end.
  ///
  /// - Throws: the error if the file cannot be read or, at its end, if it has changed meanwhile.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try bytes.read(into: buffer) }

  /// Returns to the first byte.
  public mutating func rewind() { bytes.rewind() }
}

extension FileBytes {
  /// Opens a file for reading.
  ///
  /// - Throws: the error if it cannot be opened; `CocoaError` for a URL that is not a file's.
  public convenience init(_ url: URL) throws { try self.init(path: try url.filePath) }
}

extension MemoryBytes {
  /// Wraps the data.
  public init(_ data: Data) { self.init([UInt8](data)) }
}

extension FolderTree {
  /// Lists a folder.
  ///
  /// - Throws: the error if the folder, or a folder in it, cannot be read.
  public init(_ url: URL) throws { try self.init(path: try url.filePath) }
}

extension ZipArchive<FileBytes> {
  /// Reads the directory of an archive.
  ///
  /// - Throws: the error if the file cannot be read; its content never causes one.
  public convenience init(_ url: URL, limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(try FileBytes(url), limits: limits)
  }
}

extension URL {
  fileprivate var filePath: String {
    get throws {
      guard isFileURL else { throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: self]) }
      return path(percentEncoded: false)
    }
  }
}

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
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try source.read(into: buffer) }

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
