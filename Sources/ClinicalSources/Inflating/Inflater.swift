import FHIRTape

/// Inflates the bytes of a source piece by piece, and returns the bytes between deflate streams unchanged.
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
  private let stream = InflateStream()
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  private var held = 0..<0

  init(_ base: Base) {
    self.base = base
  }

  deinit { buffer.deallocate() }

  /// Returns to the first byte of the source.
  func rewind() throws {
    try base.rewind()
    (taken, held) = (0, 0..<0)
    stream.reset()
  }

  /// Begins the next deflate stream with the next byte.
  func beginStream() { stream.reset() }

  /// Returns the next compressed byte, or `nil` at the end of the source.
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
  ///
  /// - Returns: how many bytes were produced, and how the stream ended.
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
        // Only a step that consumes and produces nothing needs more input: zlib may hold bytes back.
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
