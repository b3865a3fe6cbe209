import FHIRFindings
public import FHIRTape

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
  public init(_ base: Base, limits: ArchiveLimits = ArchiveLimits()) {
    input = Inflater(base)
    self.limits = limits
  }

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
        case .inMember:
          filled += try readMember(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
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

  private func readMember(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    // One byte above the limit shows that there is more, whatever the size of the buffer.
    let room = min(buffer.count - 1, limits.maximumInflatedBytes - count) + 1
    let (made, ending) = try input.inflate(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
    member.add(UnsafeRawBufferPointer(rebasing: buffer[..<made]))
    count += made
    do {
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
    } catch {
      state = .failed(error)
    }
    return made
  }

  /// Reads the header of the next member; `false` at the end of the file.
  private func beginMember() throws -> Bool {
    guard let first = try input.byte() else {
      if members == 0 { throw truncated() }
      return false
    }
    if members > 0, first == 0 { return try endOfPadding() }
    guard first == 0x1F, let second = try input.byte(), second == 0x8B else {
      throw members > 0 ? trailing() : SourceFault.damagedData(at: count)
    }
    guard let method = try input.byte(), let flags = try input.byte() else { throw truncated() }
    guard method == 8, flags & 0xE0 == 0 else {
      throw SourceFault.unsupported(
        at: count, expected: "gzip with deflate, method 8", found: "method \(method), flags \(flags)")
    }
    try skip(6)
    if flags & 4 != 0 {
      guard let length = try input.number(bytes: 2) else { throw truncated() }
      try skip(length)
    }
    // The name of the file and a comment, each terminated by a zero.
    for bit in [8, 16] as [UInt8] where flags & bit != 0 {
      while let byte = try input.byte(), byte != 0 {}
    }
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
      throw SourceFault.size(at: count, expected: "\(length) (modulo 2^32)", found: "\(member.count)")
    }
  }

  /// Zeros up to the end of the file fill a block of a tape; they are not a fault.
  private func endOfPadding() throws -> Bool {
    while let byte = try input.byte() {
      if byte != 0 { throw trailing() }
    }
    return false
  }

  private func skip(_ count: Int) throws {
    for _ in 0..<count where try input.byte() == nil { throw truncated() }
  }

  private func truncated() -> SourceFault {
    .truncated(at: count, expected: "the rest of a compressed file")
  }

  private func trailing() -> SourceFault {
    .trailingData(at: count, expected: "the end of the file or another gzip member", found: "other bytes")
  }
}
