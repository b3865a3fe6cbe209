import JSONTape
import RecordSources

/// A file as the validator reads it: by offset, so that the same file can be read for positions at the same time.
struct FileSource: ByteSource {
  private let descriptor: Int32
  private let didRead: (Int) -> Void
  private var offset = 0

  /// - Parameter didRead: told of every piece; may be used to show progress.
  init(descriptor: Int32, didRead: @escaping (Int) -> Void = { _ in }) {
    self.descriptor = descriptor
    self.didRead = didRead
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try OpenFile.read(descriptor, at: offset, into: buffer)
    offset += count
    if count > 0 { didRead(count) }
    return count
  }

  mutating func rewind() {
    offset = 0
  }
}
