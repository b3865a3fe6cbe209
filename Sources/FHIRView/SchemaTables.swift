package import FHIRSchema

/// The tables of the releases that a walk judges by: those that occurred in its records.
package struct SchemaTables: Sendable {
  private var tables: [SchemaTable?]

  /// - Parameters:
  ///   - first: the first table.
  ///   - release: the number of its release.
  package init(_ first: SchemaTable, as release: Int) {
    tables = []
    add(first, as: release)
  }

  /// Adds the table of another release.
  package mutating func add(_ table: SchemaTable, as release: Int) {
    while tables.count <= release { tables.append(nil) }
    tables[release] = table
  }

  /// The table that a row belongs to.
  package subscript(row: ReleaseRow) -> SchemaTable {
    guard let table = tables[row.release] else {
      preconditionFailure("a row of a release that no record was of")
    }
    return table
  }

  /// The name of a type.
  package func typeName(_ row: ReleaseRow) -> String { self[row].typeNames[row.row] }
}
