/// The place of a record in its input; converts offsets on its tape to offsets in the input.
@usableFromInline
package struct RecordPlace: Sendable {
  package enum Role: Sendable, Equatable {
    /// The only value of the input.
    case document
    /// An element of a top-level array.
    case element(Int)
    /// A line of NDJSON.
    case line
    /// An element of a document's `entry` array.
    case entry(Int)
    /// A document without its `entry` array, which was read separately.
    case envelope(entries: Int)
  }

  package var role: Role
  @usableFromInline let base: Int
  @usableFromInline let cut: Int
  @usableFromInline let baseAfterCut: Int

  package init(role: Role, base: Int, cut: Int = .max, baseAfterCut: Int = 0) {
    (self.role, self.base, self.cut, self.baseAfterCut) = (role, base, cut, baseAfterCut)
  }

  /// Converts an offset in the record's bytes to an offset in the input.
  @inlinable @inline(__always)
  package func inputOffset(_ offset: Int) -> Int { offset + (offset < cut ? base : baseAfterCut) }

  /// Whether the value at this offset is the `entry` array that was read separately.
  package func isTakenArray(at offset: Int) -> Bool {
    if case .envelope(let entries) = role { return entries > 0 && offset == cut - 1 }
    return false
  }
}
