package import FHIRSupport

/// Converts byte offsets of an input in memory to lines and columns, in any order.
///
/// Making the table takes one pass over the bytes, so make it only when there are findings to show. For inputs that are
/// not in memory see `PositionResolver` in `FHIRReporting`; both count as ``SourcePosition`` describes.
public struct LineTable: Sendable {
  private let bytes: [UInt8]
  /// The counts before each block: a line may be as long as the input, and counting from its start each time is slow.
  private let cursors: [PositionCursor]
  private let startsWithMark: Bool

  private static let blockSize = 1024

  /// Makes a table of the input's lines.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var cursor = PositionCursor()
    var cursors = [cursor]
    cursors.reserveCapacity(bytes.count / Self.blockSize + 2)
    bytes.withUnsafeBytes { bytes in
      while cursor.offset < bytes.count {
        let end = min(cursor.offset + Self.blockSize, bytes.count)
        cursor.advance(over: UnsafeRawBufferPointer(rebasing: bytes[cursor.offset..<end]))
        cursors.append(cursor)
      }
    }
    self.cursors = cursors
    startsWithMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
  }

  /// The number of lines; an input without a newline, including an empty one, is one line.
  public var lineCount: Int { cursors[cursors.count - 1].line }

  /// The position of a byte; an offset outside the input is treated as its start or its end.
  public func position(of offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    var cursor = cursors[offset / Self.blockSize]
    bytes.withUnsafeBytes { cursor.advance(over: UnsafeRawBufferPointer(rebasing: $0[cursor.offset..<offset])) }
    return cursor.position(next: offset < bytes.count ? bytes[offset] : nil, skippingMark: startsWithMark)
  }
}

/// A position for people: line and column, both counted from 1.
///
/// A column is one Unicode scalar. A line ends at LF; the CR of a CRLF is the last column of its line, and a CR
/// alone ends nothing, which is how JSON tools and editors count. A byte order mark has no column.
public struct SourcePosition: Hashable, Sendable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// Makes a position.
  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  /// Orders by line, then by column.
  public static func < (lhs: SourcePosition, rhs: SourcePosition) -> Bool {
    (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

extension PositionCursor {
  /// The position of the next byte; its parameters are those of `column(next:skippingMark:)`.
  package func position(next: UInt8?, skippingMark: Bool) -> SourcePosition {
    SourcePosition(line: line, column: column(next: next, skippingMark: skippingMark))
  }
}
