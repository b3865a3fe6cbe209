package import FHIRSupport

/// Divides a large file of lines into parts of whole lines, so that several threads can read it in parallel. A part
/// ends with the first line end after a given number of bytes; a longer line is never divided. The search also counts
/// the lines, so the position of each part in the file is known before it is read.
package struct LineParts {
  package struct Part: Sendable {
    package let number: Int
    package let range: Range<Int>
    package let start: PositionCursor
    package let isLast: Bool
  }

  private let bytes: any RandomAccessBytes
  private let partBytes: Int
  private var cursor = PositionCursor()
  private var (count, hasEnded) = (0, false)

  /// - Parameter partBytes: the least number of bytes in a part, except the last.
  package init(_ bytes: any RandomAccessBytes, partBytes: Int) {
    (self.bytes, self.partBytes) = (bytes, max(1, partBytes))
  }

  /// Returns the next part, or `nil` after the last one. An empty file has one part.
  package mutating func next() -> Part? {
    guard !hasEnded else { return nil }
    let start = cursor
    hasEnded = !passLines() || cursor.offset >= bytes.count
    defer { count += 1 }
    let end = hasEnded ? max(start.offset, bytes.count) : cursor.offset
    return Part(number: count, range: start.offset..<end, start: start, isLast: hasEnded)
  }

  /// Moves the cursor past the line in which the part becomes large enough, or to the end; returns `false` if the bytes
  /// cannot be read: the reader of the part reports why.
  private mutating func passLines() -> Bool {
    let goal = cursor.offset + partBytes
    return withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) { buffer in
      while cursor.offset < bytes.count {
        guard let count = try? bytes.read(at: cursor.offset, into: buffer), count > 0 else { return false }
        let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        let first = max(0, goal - 1 - cursor.offset)
        if first < count, let newline = piece[first...].firstIndex(of: 0x0A) {
          cursor.advance(over: UnsafeRawBufferPointer(rebasing: piece[...newline]))
          return true
        }
        cursor.advance(over: piece)
      }
      return true
    }
  }
}
