import ClinicalSources
import FHIRSupport

/// The bytes of a pipe, kept so that they can be read more than once.
///
/// Up to 8 MiB stay in memory. More than that goes to a temporary file without a name, still compressed if it arrived
/// compressed, up to a limit: `/dev/zero` has no end. Half of the free space there is left to other programs.
final class PipedInput: Sendable {
  /// The name in reports.
  let name: String
  /// How it is to be read; a part of a file is plain.
  let form: FileForm
  /// Whether the caller named it, so it should hold JSON; otherwise it is treated as a file found in a folder.
  let isNamed: Bool
  /// Its place in a larger file of lines, if it is a part of one.
  let part: Part?
  let content: any RandomAccessBytes

  /// The place of a part of a file of lines.
  struct Part {
    let start: PositionCursor
    /// The beginning of the file as far as it was sent, followed by the part: the first records that show a release.
    let fromLead: ByteSlice
  }

  static let memoryLimit = 8 << 20

  /// Reads a pipe to its end. If it turns out to be a file from which nothing was read yet, it is used directly.
  ///
  /// - Parameters:
  ///   - partBytes: the least size of a part of a large file of lines.
  ///   - limit: the largest number of bytes that are kept.
  /// - Throws: among others, an error if there are more.
  init(_ file: consuming OpenFile, name: String, partBytes: Int, limit: Int) throws {
    self.name = name
    let attributes = try file.attributes()
    if attributes.kind == .folder { throw SystemError(code: SystemError.isFolder) }
    let isFile = attributes.kind == .file && attributes.size > 0 && file.isAtStart
    content = isFile ? try FileBytes(file) : try PipedInput.keep(file, limit)
    form = try FileForm(of: content, partBytes: partBytes)
    (isNamed, part) = (true, nil)
  }

  /// One of the files in a stream of several.
  init(_ header: FramedStream.Header, _ bytes: ByteSlice, partBytes: Int) throws {
    let own = bytes.dropping(header.lead)
    name = header.file
    isNamed = false
    content = own
    if header.byteOffset > 0 {
      part = Part(start: PositionCursor(offset: header.byteOffset, line: header.line), fromLead: bytes)
      form = .plain
    } else {
      part = nil
      form = try FileForm(of: own, partBytes: partBytes)
    }
  }

  /// Whether it is inflated.
  var isGzip: Bool { form == .gzip }

  private static func keep(_ file: borrowing OpenFile, _ limit: Int) throws(SystemError) -> any RandomAccessBytes {
    try keep(limit) { buffer throws(SystemError) in try OpenFile.read(file.descriptor, into: buffer) }
  }

  /// Keeps what `read` gives until it gives 0 bytes.
  ///
  /// - Throws: among others, an error if there are more than the limit.
  static func keep(
    _ limit: Int, _ read: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  ) throws(SystemError) -> any RandomAccessBytes {
    let most = min(memoryLimit, limit)
    var bytes = try [UInt8](upTo: most + 1, read)
    if bytes.count <= most { return MemoryBytes(bytes) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    let copy = try OpenFile.temporary()
    let (descriptor, limit) = (copy.descriptor, min(limit, try copy.freeBytes() / 2))
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      try OpenFile.write(descriptor, UnsafeRawBufferPointer(bytes))
    }
    var kept = bytes.count
    bytes = []
    while kept <= limit {
      let count = try read(buffer)
      if count == 0 { return try FileBytes(copy) }
      try OpenFile.write(descriptor, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      kept += count
    }
    throw SystemError(code: SystemError.isEndless)
  }
}
