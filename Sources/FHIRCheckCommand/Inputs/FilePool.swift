import ClinicalSources

/// Files that are read from any place for as long as the run goes on, and opened only when they are: a run may have more
/// archives than a process may have open files.
final class FilePool: Sendable {
  private struct Slot {
    let number: Int
    let file: FileBytes
  }

  private struct State {
    var count = 0
    /// Files that are open, each in the slot that its number leads to.
    var slots: [Slot?] = Array(repeating: nil, count: 64)
  }

  private let state = Monitor(State())

  /// Takes in a file.
  func file(at path: FilePath) throws -> PooledFile {
    let file = try FileBytes(OpenFile(path))
    let number = state.withLock { state in
      let number = state.count
      state.count += 1
      state.slots[number % state.slots.count] = Slot(number: number, file: file)
      return number
    }
    return PooledFile(pool: self, path: path, number: number, count: file.count, attributes: file.attributes)
  }

  /// The file, opened again where that is necessary; it must be the one that was taken in.
  fileprivate func opened(_ number: Int, _ path: FilePath, _ attributes: FileAttributes) throws -> FileBytes {
    try state.withLock { state in
      let slot = number % state.slots.count
      if let entry = state.slots[slot], entry.number == number { return entry.file }
      // Whoever reads from the one that goes keeps it open until done.
      let file = try FileBytes(OpenFile(path))
      guard file.attributes == attributes else { throw SystemError(code: SystemError.hasChanged) }
      state.slots[slot] = Slot(number: number, file: file)
      return file
    }
  }
}

/// A file of a ``FilePool``.
struct PooledFile: RandomAccessBytes {
  fileprivate let pool: FilePool
  fileprivate let path: FilePath
  fileprivate let number: Int
  let count: Int
  fileprivate let attributes: FileAttributes

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try pool.opened(number, path, attributes).read(at: offset, into: buffer)
  }

  func checkUnchanged() throws { try pool.opened(number, path, attributes).checkUnchanged() }
}
