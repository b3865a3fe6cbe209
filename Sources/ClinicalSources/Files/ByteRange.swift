public import FHIRTape

/// A range of random-access bytes, as a stream.
public struct ByteRange<Bytes: RandomAccessBytes>: ByteSource {
  private let bytes: Bytes
  private let range: Range<Int>
  private var offset: Int

  /// Makes a stream of all bytes.
  public init(_ bytes: Bytes) {
    self.init(bytes, 0..<bytes.count)
  }

  /// Makes a stream of the bytes of a range, clipped to the existing bytes.
  public init(_ bytes: Bytes, _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range.clamped(to: 0..<bytes.count)
    offset = self.range.lowerBound
  }

  /// How many bytes the range has.
  public var count: Int { range.count }

  /// Fills the buffer; returns 0 at the end of the range.
  ///
  /// - Throws: errors of reading, and at the end the error of ``RandomAccessBytes/checkUnchanged()``.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let wanted = min(buffer.count, range.upperBound - offset)
    var count = 0
    if wanted > 0 {
      count = try bytes.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
    }
    if count == 0, !buffer.isEmpty { try bytes.checkUnchanged() }
    offset += count
    return count
  }

  /// Returns to the first byte.
  public mutating func rewind() { offset = range.lowerBound }
}
