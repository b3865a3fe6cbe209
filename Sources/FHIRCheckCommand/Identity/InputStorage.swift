import ClinicalRecords
import RecordSources

/// The inputs of a run, to be read a second time when all of them have been read once.
///
/// Files are opened again; what came through a pipe was kept by whoever read it.
final class InputStorage: RecordStorage {
  /// An input that cannot be opened again.
  enum Kept {
    case bytes([UInt8])
    case file(InputReader.OpenFileReference)
  }

  private struct Open {
    let number: Int
    let file: InputReader.OpenFileReference
  }

  private let items: [InputList.Item]
  private let source: String?
  private let exports: ExportSet
  private let kept: [Int: Kept]
  /// Files that are open, each in the slot that its number leads to.
  private var open: [Open?] = Array(repeating: nil, count: 32)

  init(_ items: [InputList.Item], source: String?, exports: ExportSet, kept: [Int: Kept]) {
    self.items = items
    self.source = source
    self.exports = exports
    self.kept = kept
  }

  func read(file: Int, at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    switch kept[file] {
    case .bytes(let bytes):
      guard offset <= bytes.count else { return nil }
      let count = min(buffer.count, bytes.count - offset)
      bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count])) }
      return count
    case .file(let reference):
      return try? OpenFile.read(reference.descriptor, at: offset, into: buffer)
    case nil:
      return opened(file).flatMap { try? OpenFile.read($0.descriptor, at: offset, into: buffer) }
    }
  }

  func givenSource(of file: Int) -> String? { exports.source(of: file) ?? source }

  func isSameFile(_ first: Int, _ second: Int) -> Bool {
    if first == second { return true }
    guard let one = path(first), let other = path(second), let identity = try? FileAttributes(of: one).identity,
      let otherIdentity = try? FileAttributes(of: other).identity
    else { return false }
    return identity == otherIdentity
  }

  /// What reports call a file.
  func name(of file: Int) -> String { path(file)?.text ?? "-" }

  private func path(_ file: Int) -> FilePath? { items[file].path }

  private func opened(_ file: Int) -> InputReader.OpenFileReference? {
    let slot = file % open.count
    if let entry = open[slot], entry.number == file { return entry.file }
    guard let path = path(file), let opened = try? OpenFile(path) else { return nil }
    let reference = InputReader.OpenFileReference(opened)
    open[slot] = Open(number: file, file: reference)
    return reference
  }
}
