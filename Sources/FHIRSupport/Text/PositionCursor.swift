/// Counts lines and columns over a stream of bytes; all counting is done here.
///
/// Bytes may come in pieces of any size, cut anywhere. Most bytes are read eight at a time: newlines are counted over
/// everything, scalars only on the last line of a piece.
package struct PositionCursor: Sendable {
  package private(set) var offset: Int
  /// The line of the next byte, from 1.
  package private(set) var line: Int
  package private(set) var lineStart: Int
  private var scalars = 0
  /// How many continuation bytes may still belong to the last scalar.
  private var pending = 0

  /// Begins at the start of a line: the first, unless the caller has counted earlier lines.
  package init(offset: Int = 0, line: Int = 1) { (self.offset, self.line, lineStart) = (offset, line, offset) }

  /// The column of the next byte on its line, from 1, in Unicode scalars.
  ///
  /// - Parameters:
  ///   - next: the byte there, `nil` at the end. In the middle of a scalar, the result is the column of the scalar.
  ///   - skippingMark: whether the input began with a byte order mark, which has no column.
  package func column(next: UInt8?, skippingMark: Bool) -> Int {
    var column = scalars + 1
    if pending > 0, let next, next & 0xC0 == 0x80 { column -= 1 }
    if skippingMark, line == 1 { column = max(1, column - 1) }
    return column
  }

  package mutating func advance(over bytes: UnsafeRawBufferPointer) {
    var tail = 0
    let newlines = Newlines.count(in: bytes)
    if newlines > 0, let last = bytes.lastIndex(of: 0x0A) {
      tail = last + 1
      line += newlines
      lineStart = offset + tail
      (scalars, pending) = (0, 0)
    }
    countScalars(in: UnsafeRawBufferPointer(rebasing: bytes[tail...]))
    offset += bytes.count
  }

  private mutating func countScalars(in bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        scalars += 8
        pending = 0
        index += 8
        continue
      }
      let byte = bytes[index]
      index += 1
      if pending > 0, byte & 0xC0 == 0x80 {
        pending -= 1
        continue
      }
      // Any byte that cannot continue a scalar counts as one, so that invalid bytes have columns, too.
      scalars += 1
      switch byte {
      case 0xC2...0xDF: pending = 1
      case 0xE0...0xEF: pending = 2
      case 0xF0...0xF4: pending = 3
      default: pending = 0
      }
    }
  }
}

private enum Newlines {
  static func count(in bytes: UnsafeRawBufferPointer) -> Int {
    var (index, count) = (0, 0)
    while index + 8 <= bytes.count {
      // A byte counts up to 255.
      let words = min((bytes.count - index) / 8, 255)
      count += self.count(words: UnsafeRawBufferPointer(rebasing: bytes[index..<index + 8 * words]))
      index += 8 * words
    }
    return bytes[index...].reduce(count) { $1 == 0x0A ? $0 + 1 : $0 }
  }

  /// The number in at most 255 words, counted in a byte of its own for each byte, which compilers turn into vectors.
  private static func count(words bytes: UnsafeRawBufferPointer) -> Int {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    var counts: UInt64 = 0
    for index in stride(from: 0, to: bytes.count, by: 8) {
      let other = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
      // The top bit of each byte that is a newline, and no other bit.
      let hits = ~(((other & low) &+ low) | other | low)
      counts &+= hits &>> 7
    }
    let pairs = (counts & 0x00FF_00FF_00FF_00FF) &+ (counts &>> 8 & 0x00FF_00FF_00FF_00FF)
    return Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) &>> 48)
  }
}
