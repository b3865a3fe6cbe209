/// The inputs of a run, to be read a second time.
///
/// Records with equal fingerprints are read again and compared before anything is said about them. An input that
/// cannot be read again, such as a pipe that nobody kept, may answer `nil`; then the fingerprints of 128 bits decide.
public protocol RecordStorage {
  /// Reads from an offset of a file, by its number in the run.
  ///
  /// - Returns: how many bytes were read, 0 at the end of the file, `nil` when the file cannot be read again.
  func read(file: Int, at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int?
  /// The name of the source that came with the file, as it was given to ``RecordIndex``.
  func givenSource(of file: Int) -> String?
  /// Whether two numbers stand for one and the same file: a record is no copy of itself.
  func isSameFile(_ first: Int, _ second: Int) -> Bool
}

extension RecordStorage {
  /// Different numbers, different files.
  public func isSameFile(_ first: Int, _ second: Int) -> Bool { first == second }
}

/// Files in memory.
public struct MemoryStorage: RecordStorage {
  private let files: [[UInt8]]
  private let sources: [String?]

  /// Takes the files of a run in order, and the name of the source of each.
  public init(_ files: [[UInt8]], sources: [String?] = []) {
    self.files = files
    self.sources = sources
  }

  /// Copies what is there.
  public func read(file: Int, at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard files.indices.contains(file), offset <= files[file].count else { return nil }
    let count = min(buffer.count, files[file].count - offset)
    files[file].withUnsafeBytes { buffer.copyBytes(from: $0[offset..<offset + count]) }
    return count
  }

  /// The name that came with the file.
  public func givenSource(of file: Int) -> String? { sources.indices.contains(file) ? sources[file] : nil }
}
