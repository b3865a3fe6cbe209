import FHIRTape
import FHIRZlib

/// Inflates the bytes of a source piece by piece, and returns the bytes between deflate streams unchanged.
///
/// The streams are raw, without the headers of gzip and zlib.
///
/// Specification: <https://www.rfc-editor.org/rfc/rfc1951>
final class Inflater<Base: ByteSource> {
  enum Ending {
    /// The deflate stream continues.
    case none
    /// The deflate stream has ended.
    case ended
    /// The bytes are not a deflate stream.
    case damaged
    /// The source ended before the deflate stream.
    case truncated
  }

  /// How many compressed bytes were consumed.
  private(set) var taken = 0
  private var base: Base
  // zlib keeps the address of the stream, so the stream must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  private var held = 0..<0

  init(_ base: Base) {
    self.base = base
    stream.initialize(to: z_stream())
    let code = inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(code == Z_OK, "zlib of another version, or no memory")
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    buffer.deallocate()
  }

  func rewind() throws {
    try base.rewind()
    (taken, held) = (0, 0..<0)
    beginStream()
  }

  /// Begins the next deflate stream with the next byte.
  func beginStream() { inflateReset(stream) }

  func byte() throws -> UInt8? {
    if held.isEmpty { try refill() }
    guard !held.isEmpty else { return nil }
    defer { take(1) }
    return buffer[held.lowerBound]
  }

  /// Returns a little-endian number of this many bytes, or `nil` if the source ends first.
  func number(bytes: Int) throws -> Int? {
    var number = 0
    for index in 0..<bytes {
      guard let byte = try byte() else { return nil }
      number |= Int(byte) << (8 * index)
    }
    return number
  }

  /// Fills the output, unless the stream ends first.
  func inflate(into output: UnsafeMutableRawBufferPointer) throws -> (made: Int, ending: Ending) {
    var made = 0
    while made < output.count {
      let room = min(output.count - made, Int(uInt.max))
      stream.pointee.next_in = buffer.baseAddress?.advanced(by: held.lowerBound).assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_in = uInt(held.count)
      stream.pointee.next_out = output.baseAddress?.advanced(by: made).assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = uInt(room)
      let code = FHIRZlib.inflate(stream, Z_NO_FLUSH)
      let step = (taken: held.count - Int(stream.pointee.avail_in), made: room - Int(stream.pointee.avail_out))
      take(step.taken)
      made += step.made
      switch code {
      case Z_STREAM_END: return (made, .ended)
      case Z_OK, Z_BUF_ERROR:
        // Only a step that consumes and produces nothing needs more input: zlib may hold bytes back.
        guard step == (0, 0) else { continue }
        if held.isEmpty { try refill() }
        if held.isEmpty { return (made, .truncated) }
      default: return (made, .damaged)
      }
    }
    return (made, .none)
  }

  private func take(_ count: Int) {
    held = held.lowerBound + count..<held.upperBound
    taken += count
  }

  private func refill() throws {
    held = 0..<(try base.read(into: buffer))
  }
}

/// A deflate stream that is whole in memory.
enum InflateStream {
  /// Why the bytes of a whole stream are not inflated.
  enum Fault: Error, Equatable {
    /// The bytes are not such a stream, or end before it: after how many inflated bytes.
    case damaged(after: Int)
    /// Other bytes follow the stream.
    case trailing
    case tooLarge
  }

  /// Returns the inflated bytes of a stream, before whose end the bytes may end if they are cut.
  static func inflate(_ bytes: [UInt8], limit: Int, isCut: Bool = false) throws(Fault) -> [UInt8] {
    let inflater = Inflater(ByteRange(MemoryBytes(bytes)))
    var made = 0
    var ending = Inflater<ByteRange<MemoryBytes>>.Ending.none
    // One byte above the limit shows that there are more.
    let result = try [UInt8](upTo: limit + 1) { buffer throws(Fault) in
      if ending == .ended { return 0 }
      // Reading from memory does not fail.
      guard let step = try? inflater.inflate(into: buffer) else { throw .damaged(after: made) }
      ending = step.ending
      made += step.made
      if step.made == 0, ending == .damaged || ending == .truncated && !isCut { throw .damaged(after: made) }
      return step.made
    }
    if result.count > limit { throw .tooLarge }
    if isCut, ending == .truncated { return result }
    if ending != .ended { throw .damaged(after: made) }
    if inflater.taken < bytes.count { throw .trailing }
    return result
  }
}

/// The number of bytes and their CRC-32, as recorded in gzip and zip files.
struct ByteChecksum {
  private(set) var count = 0
  private var sum: uLong = 0

  var value: UInt32 { UInt32(truncatingIfNeeded: sum) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let size = min(rest.count, Int(uInt.max))
      sum = crc32(sum, start.assumingMemoryBound(to: UInt8.self), uInt(size))
      rest = UnsafeRawBufferPointer(rebasing: rest[size...])
    }
    count += bytes.count
  }
}
