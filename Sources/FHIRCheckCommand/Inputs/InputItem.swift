import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRTape

/// One input of a run: a file, a pipe, an archive or a file in one, or a path that cannot be read.
protocol InputItem: Sendable {
  var name: String { get }
  /// Whether the caller named it, or passed it through a pipe.
  var isNamed: Bool { get }
  /// Its size in bytes, as it is stored; 0 if unknown.
  var size: Int { get }
  /// Its identity, regardless of its name; `nil` if unknown.
  var identity: InputIdentity? { get }
  /// Opens it, inflated if it is compressed; throws `SystemError`, or a `SourceFault` for an entry that is misplaced.
  func open() throws -> InputSource
  /// Its bytes, if it is large and consists of lines, so that it can be read in parts.
  func lines() throws -> (any RandomAccessBytes)?
}

extension InputItem {
  var isNamed: Bool { false }
  /// Whether it is skipped unless it begins like JSON; for other inputs, that is an error.
  var mustLookLikeJSON: Bool { !isNamed && !FilePath(name).isNamedLikeRecords }
  var size: Int { 0 }
  var identity: InputIdentity? { nil }
  func lines() throws -> (any RandomAccessBytes)? { nil }
}

struct InputIdentity: Hashable {
  let file: FileIdentity
  var entry = -1
}

/// A file. One in a folder is read only if it holds JSON or cards, or is named so; a named one should hold them.
struct FileInput: InputItem {
  let path: FilePath
  let form: FileForm
  var isNamed = false

  var name: String { path.text }
  var size: Int { (try? FileAttributes(of: path).size) ?? 0 }
  var identity: InputIdentity? { (try? FileAttributes(of: path)).map { InputIdentity(file: $0.identity) } }

  func open() throws -> InputSource {
    let bytes = try FileBytes(OpenFile(path))
    return form == .gzip ? InputSource(inflating: bytes) : InputSource(bytes)
  }

  func lines() throws -> (any RandomAccessBytes)? { form == .lines ? try FileBytes(OpenFile(path)) : nil }
}

extension PipedInput: InputItem {
  var size: Int { content.count }
  func open() throws -> InputSource { form == .gzip ? InputSource(inflating: content) : InputSource(content) }
  func lines() throws -> (any RandomAccessBytes)? { form == .lines ? content : nil }
}

/// An archive as a whole: its faults, without records. Its files follow as separate items.
extension ArchiveInput: InputItem {
  func open() throws -> InputSource { throw SystemError(code: SystemError.isFolder) }
}

struct ArchiveEntry: InputItem {
  let archive: ArchiveInput
  let file: Int

  var name: String { archive.name + "/" + archive.files.path(of: file) }
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

/// The bytes of an input, unpacked if necessary. They end at a fault of the archive or the compression, which is kept.
final class InputSource: ByteSource {
  let size: Int?
  let isPacked: Bool
  /// Findings other than faults of the data.
  let findings: [Finding]
  /// Why the bytes ended early; `nil` if they are complete.
  private(set) var fault: Finding?
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

  init(_ entry: ZipFileSource<ByteSlice>, size: Int) {
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

/// Reads small inputs completely, with one buffer for all inputs of a worker.
struct InputReader: ~Copyable {
  static let wholeLimit = 8 << 20

  enum Content {
    case whole(count: Int)
    /// The whole input is in the buffer, and holds cards; if it is larger than a file of cards may be, its beginning.
    case cards(count: Int)
    /// The input is larger, and must be read again from its start.
    case large
    case other(ContentKind)
    case report
    case nested(SourceFault)
  }

  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  deinit { buffer.deallocate() }

  func bytes(_ count: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[..<count]) }

  /// - Parameter isNamed: whether the caller named this input, so that a report which is also a record is judged.
  mutating func read(_ input: InputSource, mustLookLikeJSON: Bool, isNamed: Bool = false) throws -> Content {
    let size = input.size ?? 0
    // One byte more than the size, so that the read reaches the end.
    if size <= InputReader.wholeLimit { reserve(size + 1, keeping: 0) }
    var count = 0
    // Of a file of unknown format, only the beginning is read first.
    let reads = mustLookLikeJSON || input.isPacked ? 4 << 10 : InputReader.wholeLimit
    var (isChecked, hasCards) = (false, false)
    while true {
      if hasCards, count > InputReader.wholeLimit { return .cards(count: count) }
      if isChecked, !hasCards, count > InputReader.wholeLimit || size > InputReader.wholeLimit { return .large }
      if count == buffer.count { reserve(buffer.count + 1, keeping: count) }
      let end = isChecked ? buffer.count : min(buffer.count, max(reads, 2 * count))
      let got = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count..<end]))
      count += got
      if !isChecked {
        let kind = ContentKind(bytes(count))
        // JSON may follow white space, and the first tag may follow comments.
        let most = kind == .empty ? InputReader.wholeLimit : 64 << 10
        if got > 0, kind.mayBecomeAnother, count <= most { continue }
        if input.isPacked, let fault = SourceFault.nested(kind) { return .nested(fault) }
        hasCards = kind == .healthCard
        let isPassedOver = mustLookLikeJSON ? kind != .json : !kind.isReadAsJSON
        if isPassedOver, !hasCards, count > 0 || input.fault == nil { return .other(kind) }
        if kind == .json, let report = OwnReport.kind(of: bytes(count)), !(isNamed && report == .records) {
          return .report
        }
        isChecked = true
      }
      if got == 0 { return hasCards ? .cards(count: count) : .whole(count: count) }
    }
  }

  /// Makes room for so many bytes and some more, for files of growing size. Only the bytes in use are copied.
  private mutating func reserve(_ count: Int, keeping kept: Int) {
    guard count > buffer.count else { return }
    let room = max(count, min(2 * buffer.count, InputReader.wholeLimit + 1))
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<kept]))
    buffer.deallocate()
    buffer = larger
  }
}
