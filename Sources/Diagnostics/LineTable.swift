/// Turns byte offsets of an input in memory into lines and columns, in any order.
///
/// Making the table takes one pass over the bytes, so make it only when there is something to say. For inputs that are
/// not in memory see `PositionResolver` in `Reporting`; both count in the way that ``SourcePosition`` describes.
public struct LineTable: Sendable {
  private let bytes: [UInt8]
  private let lineStarts: [Int]
  private let startsWithMark: Bool

  /// Makes a table of the input's lines.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      starts.append(index + 1)
    }
    lineStarts = starts
    startsWithMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
  }

  /// How many lines there are; an input without a newline, also an empty one, is one line.
  public var lineCount: Int { lineStarts.count }

  /// The position of a byte; offsets outside the input are taken for its start or its end.
  public func position(of offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    let index = lineIndex(of: offset)
    var cursor = PositionCursor()
    bytes.withUnsafeBytes {
      cursor.advance(over: UnsafeRawBufferPointer(rebasing: $0[lineStarts[index]..<offset]))
    }
    let next = offset < bytes.count ? bytes[offset] : nil
    let column = cursor.position(next: next, skippingMark: startsWithMark && index == 0).column
    return SourcePosition(line: index + 1, column: column)
  }

  /// The last line that starts at or before the offset.
  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
