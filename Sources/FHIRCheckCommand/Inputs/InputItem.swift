import ClinicalSources
import FHIRFindings
import FHIRTape

/// One input of a run: a file, a pipe, an archive or a file in one, or a path that cannot be read.
protocol InputItem: Sendable {
  var name: String { get }
  /// Whether the caller named it, or passed it through a pipe.
  var isNamed: Bool { get }
  /// Whether it is skipped unless it begins like JSON; for other inputs, that is an error.
  var mustLookLikeJSON: Bool { get }
  /// Whether it is large and consists of lines, so that it can be read in parts.
  var isLines: Bool { get }
  /// Its size in bytes, as it is stored; 0 if unknown.
  var size: Int { get }
  /// Its identity, regardless of its name; `nil` if unknown.
  var identity: InputIdentity? { get }
  /// Opens it for reading from its first byte, inflated if it is compressed.
  ///
  /// - Throws: `SystemError`, or `SourceFault` if an entry is not where its archive states.
  func open() throws -> InputSource
  /// Its bytes, if they support random access.
  func bytes() throws -> (any RandomAccessBytes)?
}

extension InputItem {
  var isNamed: Bool { false }
  var mustLookLikeJSON: Bool { false }
  var isLines: Bool { false }
  var size: Int { 0 }
  var identity: InputIdentity? { nil }
  func bytes() throws -> (any RandomAccessBytes)? { nil }
}

struct InputIdentity: Hashable {
  let file: FileIdentity
  var entry = -1
}

/// A file. One that was found in a folder is read only if it holds JSON or cards, or is named so; one that the caller named
/// should hold them.
struct FileInput: InputItem {
  let path: FilePath
  let form: FileForm
  var isNamed = false

  var name: String { path.text }
  var mustLookLikeJSON: Bool { !isNamed && !path.isNamedLikeRecords }
  var isLines: Bool { form == .lines }
  var size: Int { (try? FileAttributes(of: path).size) ?? 0 }
  var identity: InputIdentity? { (try? FileAttributes(of: path)).map { InputIdentity(file: $0.identity) } }

  func open() throws -> InputSource {
    let bytes = try FileBytes(OpenFile(path))
    return form == .gzip ? InputSource(inflating: bytes) : InputSource(bytes)
  }

  func bytes() throws -> (any RandomAccessBytes)? { form == .gzip ? nil : try FileBytes(OpenFile(path)) }
}

extension PipedInput: InputItem {
  var isLines: Bool { form == .lines }
  var mustLookLikeJSON: Bool { !isNamed && !FilePath(name).isNamedLikeRecords }
  var size: Int { content.count }

  func open() throws -> InputSource { form == .gzip ? InputSource(inflating: content) : InputSource(content) }
  func bytes() throws -> (any RandomAccessBytes)? { form == .gzip ? nil : content }
}

/// An archive as a whole: its faults, without records. Its files follow as separate items.
extension ArchiveInput: InputItem {
  func open() throws -> InputSource { throw SystemError(code: SystemError.isFolder) }
}

/// A file in an archive, by its index there.
struct ArchiveEntry: InputItem {
  let archive: ArchiveInput
  let file: Int

  var name: String { archive.name + "/" + archive.files.path(of: file) }
  var mustLookLikeJSON: Bool { !FilePath(archive.files.path(of: file)).isNamedLikeRecords }
  var size: Int { archive.files.size(of: file) }
  var identity: InputIdentity? { archive.file.map { InputIdentity(file: $0, entry: file) } }

  func open() throws -> InputSource { InputSource(try archive.files.open(file), size: size) }
}

struct UnreadableInput: InputItem {
  let path: FilePath
  let error: SystemError

  var name: String { path.text }

  func open() throws -> InputSource { throw error }
}

/// The bytes of one input, unpacked if necessary.
///
/// A fault of the archive or the compression ends the bytes and is kept: the bytes before it are validated as usual.
final class InputSource: ByteSource {
  let size: Int?
  /// Whether the bytes were compressed or in an archive.
  let isPacked: Bool
  /// Findings other than faults of the data.
  let findings: [Finding]
  /// Why the bytes ended early; `nil` if they are complete.
  private(set) var fault: Finding?
  /// Called with the size of every piece, for progress.
  var didRead: (Int) -> Void = { _ in }
  // Called once for many thousand bytes, so the cost of a dynamic call does not matter.
  private var source: any ByteSource

  init(_ bytes: some RandomAccessBytes, _ range: Range<Int>? = nil) {
    let range = range ?? 0..<bytes.count
    source = ByteRange(bytes, range)
    (size, isPacked, findings) = (range.count, false, [])
  }

  init(inflating bytes: some RandomAccessBytes) {
    source = GzipSource(ByteRange(bytes))
    (size, isPacked, findings) = (nil, true, [])
  }

  init(_ entry: any EntrySource, size: Int) {
    source = entry
    (self.size, isPacked, findings) = (size, true, entry.findings)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard fault == nil else { return 0 }
    do {
      let count = try source.read(into: buffer)
      if count > 0 { didRead(count) }
      return count
    } catch let error as SourceFault {
      fault = error.finding
      return 0
    }
  }

  func rewind() throws {
    fault = nil
    try source.rewind()
  }
}
