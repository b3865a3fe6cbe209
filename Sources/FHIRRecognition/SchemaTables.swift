package import FHIRSchema

/// The tables of the releases that a walk judges by: those that occurred in its records.
package struct SchemaTables: Sendable {
  /// The first of them; most walks need no other, and so no list.
  private let first: (table: SchemaTable, release: Int)
  private var others: [SchemaTable?] = []

  /// - Parameters:
  ///   - first: the first table.
  ///   - release: the number of its release.
  package init(_ first: SchemaTable, as release: Int) {
    self.first = (first, release)
  }

  package mutating func add(_ table: SchemaTable, as release: Int) {
    while others.count <= release { others.append(nil) }
    others[release] = table
  }

  package subscript(row: ReleaseRow) -> SchemaTable {
    if row.release == first.release { return first.table }
    guard let table = others[row.release] else {
      preconditionFailure("a row of a release that no record was of")
    }
    return table
  }

  package func typeName(_ row: ReleaseRow) -> String { self[row].typeNames[row.row] }
}
