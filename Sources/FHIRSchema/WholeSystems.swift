/// The code systems of a release all of whose codes are known: those of a value set that has the whole system.
///
/// A look-up compares bytes, as those of ``NameDirectory``, and allocates nothing.
package struct WholeSystems: Sendable {
  /// A code system as a part of a value set.
  package struct Place: Sendable {
    /// The row of the value set.
    package let valueSet: Int
    /// The number of the system in the value set.
    package let system: Int
  }

  private var places: [Place] = []
  private var directory: NameDirectory

  init(_ rows: [ValueSetRow]) {
    directory = NameDirectory(capacity: rows.count)
    places.reserveCapacity(rows.count)
    for row in rows where row.form == nil {
      for (number, system) in row.systemRows.enumerated() where !system.isOpen && directory[system.bytes] == nil {
        directory.insert(system.bytes, places.count)
        places.append(Place(valueSet: row.number, system: number))
      }
    }
  }

  /// Where the codes of the system with this URI are; `nil` if not all of them are known.
  package subscript(uri: UnsafeBufferPointer<UInt8>) -> Place? { directory[uri].map { places[$0] } }
}
