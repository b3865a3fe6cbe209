import FHIRFindings
public import FHIRTape
import FHIRZlib

/// Inflates raw streams of a source piece by piece, and returns the bytes between them unchanged.
///
/// Specification: <https://www.rfc-editor.org/rfc/rfc1951>
final class Inflater<Base: ByteSource> {
  enum Ending {
    /// The deflate stream continues.
    case none
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

  private func refill() throws { held = 0..<(try base.read(into: buffer)) }
}

/// A deflate stream that is whole in memory.
enum InflateStream {
  /// Why the bytes of a whole stream are not inflated.
  enum Fault: Error, Equatable {
    /// The bytes are not such a stream, or end before it: after how many inflated bytes.
    case damaged(after: Int)
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

  /// - Parameter sums: whether the sum is needed, and not only the number.
  mutating func add(_ bytes: UnsafeRawBufferPointer, sums: Bool = true) {
    var rest = bytes
    while sums, let start = rest.baseAddress, !rest.isEmpty {
      let size = min(rest.count, Int(uInt.max))
      sum = crc32(sum, start.assumingMemoryBound(to: UInt8.self), uInt(size))
      rest = UnsafeRawBufferPointer(rebasing: rest[size...])
    }
    count += bytes.count
  }
}

/// The inflated bytes of a gzip file, which may consist of several members.
///
/// ```swift
/// let source = GzipSource(ByteRange(try FileBytes(path: "patients.ndjson.gz")))
/// let tally = try Validator().validate(from: source) { findings += $0 }
/// ```
///
/// The length and checksum of each member are verified. A fault is thrown as a ``SourceFault`` after all bytes before
/// it have been returned. A source is a class: to read a file twice at once, use two.
///
/// Specification: <https://www.rfc-editor.org/rfc/rfc1952>
public final class GzipSource<Base: ByteSource>: ByteSource {
  private enum State {
    case betweenMembers
    case inMember
    case ended
    case failed(any Error)
  }

  private let input: Inflater<Base>
  private let limits: ArchiveLimits
  private var state = State.betweenMembers
  /// The counts of inflated bytes of all members, of those of this member, and of members begun.
  private var count = 0
  private var member = ByteChecksum()
  private var members = 0

  /// Reads compressed bytes from a source.
  public init(_ base: Base, limits: ArchiveLimits = ArchiveLimits()) { (input, self.limits) = (Inflater(base), limits) }

  /// Returns to the first byte.
  public func rewind() throws {
    try input.rewind()
    (state, count, member, members) = (.betweenMembers, 0, ByteChecksum(), 0)
  }

  /// Fills the buffer with inflated bytes; returns 0 at the end.
  ///
  /// - Throws: ``SourceFault`` if the file is damaged, and errors of the source.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var filled = 0
    do {
      while filled < buffer.count {
        switch state {
        case .betweenMembers: state = try beginMember() ? .inMember : .ended
        case .inMember: try readMember(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), &filled)
        case .ended: return filled
        case .failed(let error): throw error
        }
      }
    } catch {
      state = .failed(error)
      // The bytes before the fault are returned first.
      if filled == 0 { throw error }
    }
    return filled
  }

  /// Fills the buffer with bytes of the member, and counts them before it throws a fault behind them.
  private func readMember(into buffer: UnsafeMutableRawBufferPointer, _ filled: inout Int) throws {
    // One byte above the limit shows that there is more, whatever the size of the buffer.
    let room = min(buffer.count - 1, limits.maximumInflatedBytes - count) + 1
    let (made, ending) = try input.inflate(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
    member.add(UnsafeRawBufferPointer(rebasing: buffer[..<made]))
    count += made
    filled += made
    if count > limits.maximumInflatedBytes { throw SourceFault.inflatedSize(at: count, limits) }
    switch ending {
    case .none: break
    case .ended:
      try endMember()
      state = .betweenMembers
    case .damaged: throw SourceFault.damagedData(at: count)
    case .truncated: throw truncated()
    }
    if limits.isBeyondRatio(count, of: input.taken) { throw SourceFault.ratio(at: count, limits) }
  }

  /// Reads the header of the next member; `false` at the end of the file.
  private func beginMember() throws -> Bool {
    guard let first = try input.byte() else {
      if members == 0 { throw truncated() }
      return false
    }
    if members > 0, first == 0 {
      // Zeros up to the end of the file fill a block of a tape; they are not a fault.
      while let byte = try input.byte() { if byte != 0 { throw trailing() } }
      return false
    }
    guard first == 0x1F, let second = try input.byte(), second == 0x8B else {
      throw members > 0 ? trailing() : SourceFault.damagedData(at: count)
    }
    guard let method = try input.byte(), let flags = try input.byte() else { throw truncated() }
    guard method == 8, flags & 0xE0 == 0 else {
      throw SourceFault(
        .unsupportedArchive, count, expected: "gzip with deflate, method 8", found: "method \(method), flags \(flags)")
    }
    try skip(6)
    if flags & 4 != 0 {
      guard let length = try input.number(bytes: 2) else { throw truncated() }
      try skip(length)
    }
    // The name of the file and a comment, each terminated by a zero.
    for bit in [8, 16] as [UInt8] where flags & bit != 0 { while let byte = try input.byte(), byte != 0 {} }
    if flags & 2 != 0 { try skip(2) }
    members += 1
    member = ByteChecksum()
    input.beginStream()
    return true
  }

  private func endMember() throws {
    guard let checksum = try input.number(bytes: 4), let length = try input.number(bytes: 4) else { throw truncated() }
    try SourceFault.checkSum(member.value, expected: UInt32(checksum), at: count)
    if length != member.count & 0xFFFF_FFFF {
      throw SourceFault(.wrongSize, count, expected: "\(length) (modulo 2^32) bytes of data", found: "\(member.count)")
    }
  }

  private func skip(_ count: Int) throws { for _ in 0..<count where try input.byte() == nil { throw truncated() } }

  private func truncated() -> SourceFault {
    SourceFault(.truncated, count, expected: "the rest of a compressed file", found: "its end")
  }

  private func trailing() -> SourceFault {
    SourceFault(.trailingData, count, expected: "the end of the file or another gzip member", found: "other bytes")
  }
}
