/// A half-open range of UTF-8 byte offsets, counted from the first byte of the input.
///
/// The library uses only offsets internally; ``LineTable`` converts them to line and column for output.
public struct SourceRange: Hashable, Sendable, Comparable {
  /// The offset of the first byte.
  public var start: Int
  /// The offset after the last byte; equal to `start` for a place between two bytes.
  public var end: Int

  /// Makes a range; `end` must not be before `start`.
  public init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  /// Orders by place, an enclosing range before the ranges in it.
  public static func < (lhs: SourceRange, rhs: SourceRange) -> Bool {
    lhs.start != rhs.start ? lhs.start < rhs.start : lhs.end > rhs.end
  }
}
