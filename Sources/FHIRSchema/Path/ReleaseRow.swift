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
  @inlinable @inline(__always) package init(_ row: Int, base: Int32) { packed = Int32(truncatingIfNeeded: row) | base }

  package static func base(of release: Int) -> Int32 { Int32(truncatingIfNeeded: release) << 16 }

  @inlinable package var row: Int { Int(packed & 0xFFFF) }

  @inlinable package var release: Int { Int(packed >> 16) }
}

/// The tables of the releases that a walk judges by: those that occurred in its records.
package struct SchemaTables: Sendable {
  private var tables: [SchemaTable?] = []

  package init(_ first: SchemaTable, as release: Int) { add(first, as: release) }

  package mutating func add(_ table: SchemaTable, as release: Int) {
    while tables.count <= release { tables.append(nil) }
    tables[release] = table
  }

  package subscript(row: ReleaseRow) -> SchemaTable {
    guard let table = tables[row.release] else { preconditionFailure("a row of a release that no record was of") }
    return table
  }

  package func typeName(_ row: ReleaseRow) -> String { self[row].typeNames[row.row] }
}
