package import FHIRText

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
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Orders by line, then by column.
  public static func < (lhs: SourcePosition, rhs: SourcePosition) -> Bool {
    lhs.line != rhs.line ? lhs.line < rhs.line : lhs.column < rhs.column
  }
}

extension PositionCursor {
  /// The position of the next byte; its parameters are those of `column(next:skippingMark:)`.
  package func position(next: UInt8?, skippingMark: Bool) -> SourcePosition {
    SourcePosition(line: line, column: column(next: next, skippingMark: skippingMark))
  }
}
