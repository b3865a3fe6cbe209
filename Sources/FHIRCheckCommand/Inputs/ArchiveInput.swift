import ClinicalSources
import FHIRTape

final class ArchiveInput: Sendable {
  let name: String
  let files: ZipArchive<ByteSlice>
  /// The identity of the file; `nil` if it came through a pipe.
  let file: FileIdentity?

  /// Lists an archive. A compressed tar archive is inflated as a whole: not for each of its files from the beginning.
  init(
    _ bytes: some RandomAccessBytes, _ form: FileForm, name: String, _ identity: FileIdentity?,
    _ inflated: () throws -> InflatedFile
  ) throws {
    (self.name, self.file) = (name, identity)
    switch form {
    case .tar: files = try ZipArchive(tar: ByteSlice(bytes))
    case .packedTar:
      let (content, fault) = try inflated().append(GzipSource(ByteRange(bytes)))
      files = try ZipArchive(tar: content, fault: fault)
    case .zip, .gzip, .lines, .cards, .plain: files = try ZipArchive(ByteSlice(bytes))
    }
  }
}

/// The content of compressed archives, one after another in a temporary file without a name.
final class InflatedFile: RandomAccessBytes {
  private let file: OpenFile
  private let limit: Int

  init(limit: Int) throws {
    self.limit = limit
    file = try OpenFile.temporary()
  }

  var count: Int { (try? file.attributes().size) ?? 0 }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try OpenFile.read(file.descriptor, at: offset, into: buffer)
  }

  /// Returns the bytes of a content, and the fault at which they end early. More than the limit is an error.
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

/// A file that is open only while it is read: a run may have more archives than a process may have open files.
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

/// How a file is to be read, recognised by its first bytes.
enum FileForm {
  case plain
  case cards
  /// It is large and consists of lines, so it can be read in parts.
  case lines
  case gzip
  case zip
  case tar
  case packedTar

  var isArchive: Bool { self == .zip || self == .tar || self == .packedTar }

  /// Recognises a file; one that cannot be opened is plain, and its reader reports the error.
  init(of path: FilePath, partBytes: Int) {
    self = (try? FileForm(of: FileBytes(OpenFile(path)), partBytes: partBytes)) ?? .plain
  }

  init(of bytes: some RandomAccessBytes, partBytes: Int) throws {
    self =
      switch try ContentKind(of: bytes) {
      case .gzip: ContentKind(inflating: bytes) == .tar ? .packedTar : .gzip
      case .zip: .zip
      case .tar: .tar
      case .healthCard: .cards
      case .json where bytes.hasParts(of: partBytes) && !bytes.isOwnReport: .lines
      default: .plain
      }
  }

  /// Recognises many files, on several threads: opening a small file takes longer than reading its first bytes, and
  /// nothing can be judged before all files are listed.
  static func of(_ paths: [FilePath], partBytes: Int, threads: Int) -> [FileForm] {
    let state = Monitor((left: paths.indices, forms: [FileForm](repeating: .plain, count: paths.count)))
    // A thread is not worth starting for a few files.
    Threads.run(count: min(threads, (paths.count + 63) / 64)) {
      while let number = state.withLock({ $0.left.popFirst() }) {
        let form = FileForm(of: paths[number], partBytes: partBytes)
        state.withLock { $0.forms[number] = form }
      }
    }
    return state.withLock { $0.forms }
  }
}
