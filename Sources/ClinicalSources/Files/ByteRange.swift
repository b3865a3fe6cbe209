public import FHIRTape

/// A part of what can be read from any place, as a stream.
public struct ByteRange<Bytes: RandomAccessBytes>: ByteSource {
  private let bytes: Bytes
  private let range: Range<Int>
  private var offset: Int

  /// All of the bytes.
  public init(_ bytes: Bytes) {
    self.init(bytes, 0..<bytes.count)
  }

  /// The bytes of a range; what lies outside of them is not there.
  public init(_ bytes: Bytes, _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range.clamped(to: 0..<bytes.count)
    offset = self.range.lowerBound
  }

  /// How many bytes the range has.
  public var count: Int { range.count }

  /// Fills the buffer; 0 at the end of the range.
  ///
  /// - Throws: what reading the bytes throws, and at the end that they have changed meanwhile.
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

  /// Goes back to the first byte.
  public mutating func rewind() { offset = range.lowerBound }
}
