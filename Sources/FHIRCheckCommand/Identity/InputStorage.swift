import ClinicalRecords
import RecordSources

/// The inputs of a run, to be read a second time when all of them have been read once.
final class InputStorage: RecordStorage {
  /// Reads an input from an offset; 0 at the end, `nil` where it cannot be read there again.
  typealias Reading = (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int?

  private struct Open {
    let number: Int
    let read: Reading
  }

  private let items: [InputItem]
  private let source: String?
  private let exports: ExportSet
  /// Inputs that are open, each in the slot that its number leads to.
  private var open: [Open?] = Array(repeating: nil, count: 32)

  init(_ items: [InputItem], source: String?, exports: ExportSet) {
    self.items = items
    self.source = source
    self.exports = exports
  }

  func read(file: Int, at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let slot = file % open.count
    if let entry = open[slot], entry.number == file { return entry.read(offset, buffer) }
    guard let read = reading(of: file) else { return nil }
    open[slot] = Open(number: file, read: read)
    return read(offset, buffer)
  }

  /// Opens an input apart from all others who read it, for going through it in order.
  func reading(of file: Int) -> Reading? {
    do {
      if let bytes = try items[file].bytes() { return { try? bytes.read(at: $0, into: $1) } }
      let inflated = InflatedBytes(try items[file].open())
      return { inflated.read(at: $0, into: $1) }
    } catch {
      return nil
    }
  }

  func givenSource(of file: Int) -> String? { exports.source(of: file) ?? source }

  func isSameFile(_ first: Int, _ second: Int) -> Bool {
    if first == second { return true }
    guard let one = items[first].identity, let other = items[second].identity else { return false }
    return one == other
  }

  /// What reports call a file.
  func name(of file: Int) -> String { items[file].name }
}
