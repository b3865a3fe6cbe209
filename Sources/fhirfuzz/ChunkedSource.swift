import FHIRTape

/// Bytes in memory that are read in pieces of unequal size, as from a pipe.
///
/// Sizes run from 1 to `largest` in a fixed order, so that a failure can be reproduced.
struct ChunkedSource: ByteSource {
  private let bytes: [UInt8]
  private let largest: Int
  private var position = 0
  private var state: UInt64 = 1

  init(_ bytes: [UInt8], largest: Int) {
    self.bytes = bytes
    self.largest = largest
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let size = Int(state >> 33) % largest + 1
    let count = min(size, buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }

  mutating func rewind() {
    position = 0
  }
}
