/// A file on disk, read from any place.
public final class FileBytes: RandomAccessBytes {
  /// How many bytes the file had when it was opened.
  public let count: Int
  private let file: OpenFile

  /// Opens a file for reading.
  ///
  /// - Throws: why it cannot be opened, with a description in words.
  public convenience init(path: String) throws {
    try self.init(OpenFile(FilePath(path)))
  }

  package init(_ file: consuming OpenFile) throws(SystemError) {
    count = try file.attributes().size
    self.file = file
  }

  /// Reads from an offset; less than asked for only at the end.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try OpenFile.read(file.descriptor, at: offset + filled, into: free)
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}
