import ClinicalSources
import FHIRSupport

/// Reads a framed stream, one file at a time; see ``FramedStream``.
final class FrameReader {
  private let descriptor: Int32
  /// The largest size of a file, in bytes.
  private let limit: Int
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FramedStream.maximumHeader, alignment: 16)
  /// The bytes in the buffer that were not used yet.
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
    guard let header = FramedStream.parse(line),
      case let (count, overflows) = header.bytes
        .addingReportingOverflow(header.lead), !overflows
    else { throw SystemError(code: SystemError.isNotFramed) }
    if count > limit { throw SystemError(code: SystemError.isTooLarge) }
    return (header, try read(count))
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
    func take(_ use: (UnsafeRawBufferPointer) throws(SystemError) -> Void) throws(SystemError) {
      while rest > 0 {
        if unused.isEmpty {
          unused = 0..<(try OpenFile.read(descriptor, into: buffer))
          if unused.isEmpty { throw SystemError(code: SystemError.isNotFramed) }
        }
        let piece = buffer[unused].prefix(rest)
        try use(UnsafeRawBufferPointer(rebasing: piece))
        unused = piece.endIndex..<unused.upperBound
        rest -= piece.count
      }
    }
    if count <= PipedInput.memoryLimit {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count)
      try take { bytes.append(contentsOf: $0) }
      return MemoryBytes(bytes)
    }
    let copy = try OpenFile.temporary()
    let target = copy.descriptor
    try take { piece throws(SystemError) in try OpenFile.write(target, piece) }
    return try FileBytes(copy)
  }
}
