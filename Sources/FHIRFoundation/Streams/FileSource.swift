public import ClinicalSources
public import FHIRTape
public import Foundation

/// A file as a source of bytes.
public struct FileSource: ByteSource {
  private var bytes: ByteRange<FileBytes>

  /// Opens a file for reading.
  ///
  /// - Throws: why it cannot be opened: `CocoaError` for an address that is no file's.
  public init(_ url: URL) throws { bytes = ByteRange(try FileBytes(url)) }

  /// Fills the buffer; 0 at the end.
  ///
  /// - Throws: why the file cannot be read, and at its end that it has changed meanwhile.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try bytes.read(into: buffer) }

  /// Goes back to the first byte.
  public mutating func rewind() { bytes.rewind() }
}

extension FileBytes {
  /// Opens a file for reading.
  ///
  /// - Throws: why it cannot be opened: `CocoaError` for an address that is no file's.
  public convenience init(_ url: URL) throws { try self.init(path: try url.filePath) }
}

extension MemoryBytes {
  /// Takes the data.
  public init(_ data: Data) { self.init([UInt8](data)) }
}

extension FolderTree {
  /// Lists a folder.
  ///
  /// - Throws: why the folder, or one in it, cannot be read.
  public init(_ url: URL) throws { try self.init(path: try url.filePath) }
}

extension ZipArchive<FileBytes> {
  /// Reads the directory of an archive.
  ///
  /// - Throws: why the file cannot be read; never for anything in it.
  public convenience init(_ url: URL, limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(try FileBytes(url), limits: limits)
  }
}

extension URL {
  /// The path that the system's calls take.
  fileprivate var filePath: String {
    get throws {
      guard isFileURL else { throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: self]) }
      return path(percentEncoded: false)
    }
  }
}
