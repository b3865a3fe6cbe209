import ClinicalSources
import FHIRSupport
import FHIRTape

/// Several files in one stream, each after a line that names it, so that one process can read the content of many
/// files. A part of a file of lines may be sent with a `lead`, the beginning of the file, which is read only to recognise
/// the release of records that do not show one. The article `records-format` specifies this.
struct FramedStream {
  struct Header: Equatable {
    var file: String
    var bytes: Int
    var byteOffset = 0
    var line = 1
    var lead = 0

    var count: Int { bytes + lead }
  }

  /// The largest number in such a line: it and any number of bytes that follow can be added.
  private static let maximumNumber = 1 << 53

  static let maximumHeader = 64 << 10

  /// The files in a stream, and the offset of the first invalid line. Bytes after that belong to no file.
  static func frames(in content: any RandomAccessBytes) throws -> (frames: [(Header, ByteSlice)], fault: Int?) {
    var frames: [(Header, ByteSlice)] = []
    var offset = 0
    while offset < content.count {
      let line = try withUnsafeTemporaryAllocation(byteCount: maximumHeader, alignment: 16) { buffer in
        let beginning = buffer[..<(try content.read(at: offset, into: buffer))]
        return beginning.firstIndex(of: 0x0A).map { Array(beginning[..<$0]) }
      }
      guard let line, let header = parse(line) else { return (frames, offset) }
      let start = offset + line.count + 1
      guard header.count <= content.count - start else { return (frames, offset) }
      offset = start + header.count
      frames.append((header, ByteSlice(content, start..<offset)))
      // A line end after the bytes does not belong to them.
      var byte: UInt8 = 0
      let count = try withUnsafeMutableBytes(of: &byte) { try content.read(at: offset, into: $0) }
      guard count == 1 else { break }
      guard byte == 0x0A else { return (frames, offset) }
      offset += 1
    }
    return (frames, nil)
  }

  static func parse(_ line: [UInt8]) -> Header? {
    try? TapedJSON.read(line, maximumDepth: 2) { tape -> Header? in
      guard tape.range(.root) == 0..<line.count, tape.tag(.root) == .object else { return nil }
      var header = Header(file: "", bytes: -1)
      var seen: Set<ByteText> = []
      for key in tape.keys(of: .root) {
        let name = tape.string(key).byBytes
        guard seen.insert(name).inserted else { return nil }
        // -1 is none: no number of these is negative.
        let number = tape.wholeNumber(key.value).flatMap { (0...maximumNumber).contains($0) ? $0 : nil } ?? -1
        switch name {
        case "file":
          guard let file = tape.text(key.value) else { return nil }
          header.file = file
        case "bytes": header.bytes = number
        case "byteOffset": header.byteOffset = number
        case "line": header.line = number
        case "lead": header.lead = number
        default: break
        }
      }
      let isComplete = !header.file.isEmpty && header.bytes >= 0 && header.line > 0
      return isComplete && header.byteOffset >= 0 && header.lead >= 0 ? header : nil
    }
  }
}

struct ByteSlice: RandomAccessBytes {
  private let base: any RandomAccessBytes
  private let range: Range<Int>

  init(_ base: any RandomAccessBytes, _ range: Range<Int>? = nil) {
    (self.base, self.range) = (base, range ?? 0..<base.count)
  }

  var count: Int { range.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let wanted = min(buffer.count, count - offset)
    guard wanted > 0 else { return 0 }
    return try base.read(
      at: range.lowerBound + offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
  }

  func checkUnchanged() throws { try base.checkUnchanged() }
}

/// Reads a framed stream, one file at a time; see ``FramedStream``.
final class FrameReader {
  private let descriptor: Int32
  private let limit: Int
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FramedStream.maximumHeader, alignment: 16)
  private var unused = 0..<0
  private var isAfterFile = false

  init(_ descriptor: Int32, limit: Int) { (self.descriptor, self.limit) = (descriptor, limit) }

  deinit { buffer.deallocate() }

  /// The next file, as soon as all of it has come; `nil` at the end of the stream.
  func next() throws(SystemError) -> (FramedStream.Header, any RandomAccessBytes)? {
    // The line end after the last file.
    if isAfterFile, let rest = try readLine(), !rest.isEmpty { throw SystemError(code: SystemError.isNotFramed) }
    isAfterFile = true
    guard let line = try readLine() else { return nil }
    guard let header = FramedStream.parse(line) else { throw SystemError(code: SystemError.isNotFramed) }
    if header.count > limit { throw SystemError(code: SystemError.isTooLarge) }
    return (header, try read(header.count))
  }

  /// The bytes up to the next line end; `nil` at the end of the stream.
  private func readLine() throws(SystemError) -> [UInt8]? {
    while true {
      if let end = buffer[unused].firstIndex(of: 0x0A) {
        defer { unused = end + 1..<unused.upperBound }
        return Array(buffer[unused.lowerBound..<end])
      }
      if unused.count == buffer.count { throw SystemError(code: SystemError.isNotFramed) }
      if unused.lowerBound > 0 {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[unused]))
        unused = 0..<unused.count
      }
      let count = try OpenFile.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[unused.count...]))
      if count == 0 {
        if unused.isEmpty { return nil }
        throw SystemError(code: SystemError.isNotFramed)
      }
      unused = 0..<unused.count + count
    }
  }

  /// The next bytes: in memory, or if they are many in a temporary file.
  private func read(_ count: Int) throws(SystemError) -> any RandomAccessBytes {
    var rest = count
    return try PipedInput.keep(count) { target throws(SystemError) in
      if rest == 0 { return 0 }
      if unused.isEmpty {
        unused = 0..<(try OpenFile.read(descriptor, into: buffer))
        if unused.isEmpty { throw SystemError(code: SystemError.isNotFramed) }
      }
      let piece = buffer[unused].prefix(min(rest, target.count))
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
      unused = piece.endIndex..<unused.upperBound
      rest -= piece.count
      return piece.count
    }
  }
}

/// The bytes of a pipe, kept so that they can be read more than once. Up to 8 MiB stay in memory. More than that goes
/// to a temporary file without a name, still compressed if it arrived compressed, up to a limit: `/dev/zero` has no
/// end. Half of the free space there is left to other programs.
final class PipedInput: Sendable {
  let name: String
  let form: FileForm
  /// Whether the caller named it, so it should hold JSON; otherwise it is treated as a file found in a folder.
  let isNamed: Bool
  /// Its place in a larger file of lines, if it is a part of one.
  let part: Part?
  let content: any RandomAccessBytes

  /// The place of a part of a file of lines, and what was sent of the beginning of the file, followed by the part.
  typealias Part = (start: PositionCursor, fromLead: ByteSlice)

  static let memoryLimit = 8 << 20

  /// Reads a pipe up to a limit, which is an error. A file from which nothing was read yet is used directly.
  init(_ file: consuming OpenFile, name: String, partBytes: Int, limit: Int) throws {
    self.name = name
    let attributes = try file.attributes()
    if attributes.kind == .folder { throw SystemError(code: SystemError.isFolder) }
    let isFile = attributes.kind == .file && attributes.size > 0 && file.isAtStart
    content = isFile ? try FileBytes(file) : try PipedInput.keep(file, limit)
    form = try FileForm(of: content, partBytes: partBytes)
    (isNamed, part) = (true, nil)
  }

  init(_ header: FramedStream.Header, _ bytes: ByteSlice, partBytes: Int) throws {
    let own = ByteSlice(bytes, header.lead..<bytes.count)
    (name, isNamed, content) = (header.file, false, own)
    let start = PositionCursor(offset: header.byteOffset, line: header.line)
    part = header.byteOffset > 0 ? Part(start: start, fromLead: bytes) : nil
    form = part == nil ? try FileForm(of: own, partBytes: partBytes) : .plain
  }

  private static func keep(_ file: borrowing OpenFile, _ limit: Int) throws(SystemError) -> any RandomAccessBytes {
    try keep(limit) { buffer throws(SystemError) in try OpenFile.read(file.descriptor, into: buffer) }
  }

  /// Keeps what `read` gives until it gives 0 bytes. More than the limit is an error.
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
