/// A row of a table, with the number of its release among those that a walk judges by.
///
/// A recorded place outlives its record, and the next record may be of another release.
@frozen
@usableFromInline
package struct ReleaseRow: BitwiseCopyable, Hashable, Sendable {
  /// The row in the lower half, the number of the release in the upper one.
  @usableFromInline package let packed: Int32

  /// Makes a row from ``packed``; `nil` for a negative number, which stands for no row.
  package init?(packed: Int32) {
    if packed < 0 { return nil }
    self.packed = packed
  }

  /// - Parameter release: the number of the release in the upper half, as in ``base(of:)``.
  @inlinable @inline(__always)
  package init(_ row: Int, base: Int32) { packed = Int32(truncatingIfNeeded: row) | base }

  /// The number of a release, as the upper half of a row.
  package static func base(of release: Int) -> Int32 { Int32(truncatingIfNeeded: release) << 16 }

  @inlinable
  package var row: Int { Int(packed & 0xFFFF) }

  @inlinable
  package var release: Int { Int(packed >> 16) }
}
