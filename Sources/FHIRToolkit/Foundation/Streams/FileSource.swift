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
  /// The path for system calls.
  fileprivate var filePath: String {
    get throws {
      guard isFileURL else { throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: self]) }
      return path(percentEncoded: false)
    }
  }
}
