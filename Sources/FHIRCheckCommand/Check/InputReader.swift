import RecordSources

/// Reads small inputs whole and makes large ones seekable, with one buffer for all files of a worker.
struct InputReader: ~Copyable {
  /// Inputs up to this size are read whole.
  static let wholeLimit = 8 << 20

  enum Content {
    /// The whole input is in the buffer.
    case whole(count: Int)
    /// The input is a file that can be read by offset.
    case seekable(OpenFileReference)
    /// A file found in a folder that does not begin like JSON.
    case notJSON
  }

  /// Keeps a file open for as long as somebody reads it.
  final class OpenFileReference {
    private let file: OpenFile
    var descriptor: Int32 { file.descriptor }
    init(_ file: consuming OpenFile) { self.file = file }
  }

  /// Whether what was read last is a file that can be opened again.
  private(set) var canBeOpenedAgain = false
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  deinit { buffer.deallocate() }

  /// What was read, for ``Content/whole(count:)``.
  func bytes(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[..<count])
  }

  /// Reads an input.
  ///
  /// - Parameter mustLookLikeJSON: whether a file that does not begin like JSON is to be passed over.
  mutating func read(_ file: consuming OpenFile, mustLookLikeJSON: Bool) throws(SystemError) -> Content {
    let attributes = try file.attributes()
    if attributes.kind == .folder { throw SystemError(code: SystemError.isFolder) }
    let isSeekable = attributes.kind == .file && file.isAtStart
    canBeOpenedAgain = isSeekable && file.isOwned
    let isLarge = isSeekable && attributes.size > InputReader.wholeLimit
    // One byte more than the size, so that a short read shows the end without another call.
    if isSeekable, !isLarge { reserve(attributes.size + 1) }
    var count = 0
    var isChecked = !mustLookLikeJSON
    while !isLarge || !isChecked {
      if count == buffer.count { reserve(min(buffer.count * 2, InputReader.wholeLimit + 1)) }
      // Of a file that may be anything only the beginning is read first.
      let end = isChecked ? buffer.count : min(buffer.count, 4 << 10)
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<end])
      let got = try OpenFile.read(file.descriptor, into: free)
      count += got
      if !isChecked {
        guard InputReader.beginsLikeJSON(bytes(count)) else { return .notJSON }
        isChecked = true
      }
      let isShort = isSeekable && attributes.size > 0 && count >= attributes.size && got < free.count
      if got == 0 || isShort { return .whole(count: count) }
      if count > InputReader.wholeLimit { break }
    }
    return .seekable(isSeekable ? OpenFileReference(file) : try spool(file, after: count))
  }

  /// Copies an input that cannot be read twice into a file that can.
  private func spool(_ file: borrowing OpenFile, after count: Int) throws(SystemError) -> OpenFileReference {
    let copy = try OpenFile.temporary()
    try OpenFile.write(copy.descriptor, bytes(count))
    while true {
      let got = try OpenFile.read(file.descriptor, into: buffer)
      if got == 0 { return OpenFileReference(copy) }
      try OpenFile.write(copy.descriptor, bytes(got))
    }
  }

  private mutating func reserve(_ count: Int) {
    guard count > buffer.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
    buffer.deallocate()
    buffer = larger
  }

  /// Whether the first byte that is not white space, after a byte order mark, opens an object or an array.
  static func beginsLikeJSON(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    switch rest.first(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return true
    default: return false
    }
  }
}
