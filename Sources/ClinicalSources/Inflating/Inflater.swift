import FHIRTape

/// Inflates what a source holds, piece by piece, and gives out bytes between deflated streams as they are.
final class Inflater<Base: ByteSource> {
  enum Ending {
    /// The deflated stream goes on.
    case none
    /// The deflated stream has ended.
    case ended
    /// The bytes are not a deflate stream.
    case damaged
    /// The source has ended before the deflated stream.
    case truncated
  }

  /// How many packed bytes were taken.
  private(set) var taken = 0
  private var base: Base
  private let stream = InflateStream()
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  private var held = 0..<0

  init(_ base: Base) {
    self.base = base
  }

  deinit { buffer.deallocate() }

  /// Goes back to the first byte of the source.
  func rewind() throws {
    try base.rewind()
    (taken, held) = (0, 0..<0)
    stream.reset()
  }

  /// Begins the next deflated stream with the next byte.
  func beginStream() { stream.reset() }

  /// Takes the next packed byte; `nil` at the end of the source.
  func byte() throws -> UInt8? {
    if held.isEmpty { try refill() }
    guard !held.isEmpty else { return nil }
    defer { take(1) }
    return buffer[held.lowerBound]
  }

  /// Takes a number in as many bytes, the least first; `nil` when the source ends before.
  func number(bytes: Int) throws -> Int? {
    var number = 0
    for index in 0..<bytes {
      guard let byte = try byte() else { return nil }
      number |= Int(byte) << (8 * index)
    }
    return number
  }

  /// Fills the output, unless the stream ends before.
  ///
  /// - Returns: how many bytes were made, and how the stream ended.
  func inflate(into output: UnsafeMutableRawBufferPointer) throws -> (made: Int, ending: Ending) {
    var made = 0
    while made < output.count {
      let step = stream.inflate(
        UnsafeRawBufferPointer(rebasing: buffer[held]),
        into: UnsafeMutableRawBufferPointer(rebasing: output[made...]))
      take(step.taken)
      made += step.made
      switch step.outcome {
      case .ended: return (made, .ended)
      case .damaged: return (made, .damaged)
      case .paused:
        // Only a step that takes and makes nothing needs more input: zlib may hold bytes back.
        guard step.taken == 0, step.made == 0 else { continue }
        if held.isEmpty { try refill() }
        if held.isEmpty { return (made, .truncated) }
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
