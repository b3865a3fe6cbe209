import RecordSources

/// Reads small inputs whole, with one buffer for all inputs of a worker.
struct InputReader: ~Copyable {
  /// Inputs up to this size are read whole.
  static let wholeLimit = 8 << 20

  enum Content {
    /// The whole input is in the buffer.
    case whole(count: Int)
    /// The input is larger, and has to be read again from its start.
    case large
    /// A file found in a folder or an archive that does not begin like JSON.
    case notJSON
    /// An archive within another.
    case nested(SourceFault)
  }

  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  deinit { buffer.deallocate() }

  /// What was read, for ``Content/whole(count:)``.
  func bytes(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[..<count])
  }

  /// Reads an input.
  ///
  /// - Parameter mustLookLikeJSON: whether a file that does not begin like JSON is to be passed over.
  mutating func read(_ input: InputSource, mustLookLikeJSON: Bool) throws -> Content {
    let size = input.size ?? 0
    // One byte more than the size, so that the end shows.
    if size <= InputReader.wholeLimit { reserve(size + 1) }
    var count = 0
    // Of a file that may be anything only the beginning is read first.
    var isChecked = !mustLookLikeJSON && !input.isPacked
    while true {
      if isChecked, count > InputReader.wholeLimit || size > InputReader.wholeLimit { return .large }
      if count == buffer.count { reserve(min(buffer.count * 2, InputReader.wholeLimit + 1)) }
      let end = isChecked ? buffer.count : min(buffer.count, 4 << 10)
      let got = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count..<end]))
      count += got
      if !isChecked {
        let kind = ContentKind(bytes(count))
        if input.isPacked, let fault = SourceFault.nested(kind) { return .nested(fault) }
        if mustLookLikeJSON, kind != .json, count > 0 || input.fault == nil { return .notJSON }
        isChecked = true
      }
      if got == 0 { return .whole(count: count) }
    }
  }

  private mutating func reserve(_ count: Int) {
    guard count > buffer.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
    buffer.deallocate()
    buffer = larger
  }
}
