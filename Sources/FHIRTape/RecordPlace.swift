/// Where a record is in its input, and how offsets in its tape become offsets in the input.
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
    /// A document whose `entry` array was taken out of it.
    case envelope(entries: Int)
  }

  package var role: Role
  private var base: Int
  private var cut: Int
  private var baseAfterCut: Int

  package init(role: Role, base: Int, cut: Int = .max, baseAfterCut: Int = 0) {
    self.role = role
    self.base = base
    self.cut = cut
    self.baseAfterCut = baseAfterCut
  }

  /// The offset in the input of an offset in the record's bytes.
  package func inputOffset(_ offset: Int) -> Int {
    offset + (offset < cut ? base : baseAfterCut)
  }

  /// Whether the value at this offset is the `entry` array whose elements were taken out.
  package func isTakenArray(at offset: Int) -> Bool {
    if case .envelope(let entries) = role { return entries > 0 && offset == cut - 1 }
    return false
  }
}
