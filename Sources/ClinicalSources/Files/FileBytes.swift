/// A file on disk with random access.
///
/// Some files, such as those in `/proc`, are generated while they are read, and the system gives no size for them.
/// Their bytes are read when the file is opened, up to ``maximumUnsizedBytes``.
public final class FileBytes: RandomAccessBytes {
  /// How many bytes the file had when it was opened.
  public let count: Int
  /// The state of the file when it was opened.
  package let attributes: FileAttributes
  private let file: OpenFile
  /// The bytes of a file without a stated size.
  private let unsized: MemoryBytes?

  /// The largest number of bytes that are read from a file without a stated size.
  static let maximumUnsizedBytes = 8 << 20

  /// Opens a file for reading.
  ///
  /// - Throws: an error that names the path if the file cannot be opened.
  public convenience init(path: String) throws {
    try self.init(SystemError.naming(path) { () throws(SystemError) in try OpenFile(FilePath(path)) })
  }

  package init(_ file: consuming OpenFile) throws(SystemError) {
    attributes = try file.attributes()
    switch attributes.kind {
    case .file: break
    case .folder: throw SystemError(code: SystemError.isFolder)
    case .other: throw SystemError(code: SystemError.isNoFile)
    }
    unsized = attributes.size == 0 ? try FileBytes.take(file) : nil
    count = unsized?.count ?? attributes.size
    self.file = file
  }

  /// Reads from an offset; fewer bytes than requested only at the end.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if let unsized { return unsized.read(at: offset, into: buffer) }
    var filled = 0
    while filled < buffer.count {
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try OpenFile.read(file.descriptor, at: offset + filled, into: free)
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Compares the size and time of the file with those at its opening.
  ///
  /// - Throws: an error if the file has changed.
  public func checkUnchanged() throws {
    guard try file.attributes() == attributes else { throw SystemError(code: SystemError.hasChanged) }
  }

  /// Reads a file of unknown size; `nil` if it is empty.
  private static func take(_ file: borrowing OpenFile) throws(SystemError) -> MemoryBytes? {
    let descriptor = file.descriptor
    var offset = 0
    let bytes = try [UInt8](upTo: maximumUnsizedBytes + 1) { buffer throws(SystemError) in
      let count = try OpenFile.read(descriptor, at: offset, into: buffer)
      offset += count
      return count
    }
    if bytes.count > maximumUnsizedBytes { throw SystemError(code: SystemError.isEndless) }
    return bytes.isEmpty ? nil : MemoryBytes(bytes)
  }
}
