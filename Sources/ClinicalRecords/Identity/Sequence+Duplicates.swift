import FHIRSchema

extension Sequence<ClinicalRecord> {
  /// Finds the records that occur more than once: copies, versions of one record, and conflicting contents.
  ///
  /// ```swift
  /// let found = try (march.records + april.records).duplicates()
  /// ```
  ///
  /// Two records are the same if source, resource type and id are equal: see ``RecordIdentity``. Records of different
  /// sources are never the same. Time is linear in the number of records; the search keeps 64 bytes for each, besides
  /// the record. For records that do not fit in memory, use a ``DuplicateSearch`` or `RecordFiles.duplicates()`.
  ///
  /// - Parameter budget: the memory for those 64 bytes of all records; more than that goes to a temporary file.
  /// - Throws: ``TemporaryFileError`` if memory is exhausted, or a temporary file cannot be written or read.
  public func duplicates(budget: Int = 256 << 20) throws -> Duplicates<ClinicalRecord> {
    let search = DuplicateSearch<ClinicalRecord>(budget: budget)
    for record in self { search.add(record, at: record) }
    return try search.duplicates()
  }
}

/// Finds the records that occur more than once in an input, and keeps a label of each instead of the record.
///
/// ```swift
/// let search = DuplicateSearch<String>()
/// try files.forEachRecord { search.add($0.record, at: "\($0.path):\($0.line)") }
/// for group in try search.duplicates().groups { print(group.relation, group.records) }
/// ```
///
/// A search must not be used by two threads at once. To search with several, use a ``RecordIndex`` for each.
public final class DuplicateSearch<Place> {
  private let index: RecordIndex
  private var places: [Place] = []

  /// Makes a search without records.
  ///
  /// - Parameter budget: the memory for the 64 bytes of each record; more than that goes to a temporary file. Labels
  ///   are kept in memory.
  public init(budget: Int = 256 << 20) { index = RecordIndex(budget: budget) }

  /// How many records were added.
  public var count: Int { places.count }

  /// Adds a record; ignores Bundles, which only contain records.
  ///
  /// - Parameter place: the label of the record in the result.
  public func add(_ record: ClinicalRecord, at place: Place) {
    index.insert(record, at: RecordLocation(file: 0, offset: places.count))
    places.append(place)
  }

  /// The result of the search, which cannot be used afterwards.
  ///
  /// - Throws: ``TemporaryFileError`` if memory is exhausted, or a temporary file cannot be written or read.
  public func duplicates() throws -> Duplicates<Place> {
    try index.duplicates { places[$0.offset] }
  }
}

extension RecordIndex {
  /// Adds a record, under its own identity.
  public func insert(_ record: ClinicalRecord, at location: RecordLocation) {
    insert(record.json, of: record.fhirVersion?.release ?? .unknown, at: location, source: record.identifyingSource)
  }
}
