import ClinicalSources
import FHIRTape

/// An archive among the inputs of a run.
final class ArchiveInput: Sendable {
  let name: String
  let files: any Archive
  /// The identity of the file; `nil` if it came through a pipe.
  let file: FileIdentity?

  /// Lists an archive. A compressed tar archive is inflated as a whole: otherwise each of its files would be, from the
  /// beginning of the archive.
  init(
    _ bytes: some RandomAccessBytes, _ form: FileForm, name: String, _ identity: FileIdentity?,
    _ inflated: () throws -> InflatedFile
  ) throws {
    (self.name, self.file) = (name, identity)
    switch form {
    case .tar: files = try TarArchive(ByteSlice(bytes))
    case .packedTar:
      let (content, fault) = try inflated().append(GzipSource(ByteRange(bytes)))
      files = try TarArchive(content, fault: fault)
    case .zip, .gzip, .lines, .cards, .plain: files = try ZipArchive(ByteSlice(bytes))
    }
  }
}

/// The content of compressed archives, one after another in a temporary file without a name.
final class InflatedFile: RandomAccessBytes {
  private let file: OpenFile
  /// The largest size of a content, in bytes.
  private let limit: Int

  init(limit: Int) throws {
    self.limit = limit
    file = try OpenFile.temporary()
  }

  var count: Int { (try? file.attributes().size) ?? 0 }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try OpenFile.read(file.descriptor, at: offset, into: buffer)
  }

  /// Adds a content, and returns its bytes and the fault at which they end early. More than the limit, or half of the
  /// free space, is an error.
  func append(_ source: GzipSource<some ByteSource>) throws -> (ByteSlice, SourceFault?) {
    let (start, limit) = (count, min(limit, try file.freeBytes() / 2))
    var (end, fault) = (start, SourceFault?.none)
    try withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) { buffer in
      do {
        while case let count = try source.read(into: buffer), count > 0 {
          end += count
          if end - start > limit { throw SystemError(code: SystemError.isEndless) }
          try OpenFile.write(file.descriptor, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      } catch let found as SourceFault {
        fault = found
      }
    }
    return (ByteSlice(self, start..<end), fault)
  }
}

/// A file with random access during the whole run, which is open only while it is read: a run may have more archives
/// than a process may have open files.
struct ReopenedFile: RandomAccessBytes {
  private let path: FilePath
  let count: Int
  let attributes: FileAttributes

  init(_ path: FilePath) throws {
    let file = try FileBytes(OpenFile(path))
    (self.path, count, attributes) = (path, file.count, file.attributes)
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let file = try FileBytes(OpenFile(path))
    guard file.attributes == attributes else { throw SystemError(code: SystemError.hasChanged) }
    return try file.read(at: offset, into: buffer)
  }

  func checkUnchanged() throws {
    guard try FileAttributes(of: path) == attributes else { throw SystemError(code: SystemError.hasChanged) }
  }
}
