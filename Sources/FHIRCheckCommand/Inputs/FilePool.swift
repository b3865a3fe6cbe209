import ClinicalSources

/// Files with random access during the whole run, which are open only while they are used: a run may have more archives
/// than a process may have open files.
final class FilePool: Sendable {
  private struct Slot {
    let number: Int
    let file: FileBytes
  }

  private struct State {
    var count = 0
    /// The open files, each in the slot determined by its number.
    var slots: [Slot?] = Array(repeating: nil, count: 64)
  }

  private let state = Monitor(State())

  /// Adds a file.
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

  /// The file, reopened if necessary; it must be the one that was added.
  fileprivate func opened(_ number: Int, _ path: FilePath, _ attributes: FileAttributes) throws -> FileBytes {
    try state.withLock { state in
      let slot = number % state.slots.count
      if let entry = state.slots[slot], entry.number == number { return entry.file }
      // A reader of the evicted file keeps it open until it is done.
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
  let attributes: FileAttributes

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try pool.opened(number, path, attributes).read(at: offset, into: buffer)
  }

  func checkUnchanged() throws { try pool.opened(number, path, attributes).checkUnchanged() }
}
