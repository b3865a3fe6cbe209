import FHIRSchema

extension Sequence<ClinicalRecord> {
  /// Finds the records that are there more than once: copies, versions of one record, and conflicting contents.
  ///
  /// ```swift
  /// let found = try (march.records + april.records).duplicates()
  /// ```
  ///
  /// Two records are the same when source, resource type and id are: see ``RecordIdentity``. Records of different sources
  /// are never the same. Time is linear in the number of records; of each, 64 bytes are kept beside the record itself. To
  /// search records that do not fit in memory, use a ``DuplicateSearch``, or `RecordFiles.duplicates()`.
  ///
  /// - Parameter budget: how much memory those 64 bytes may take together; beyond it they go to a temporary file.
  /// - Throws: ``TemporaryFileError`` when there is no memory, or when the temporary file cannot be written or read.
  public func duplicates(budget: Int = 256 << 20) throws -> Duplicates<ClinicalRecord> {
    let search = DuplicateSearch<ClinicalRecord>(budget: budget)
    for record in self { search.add(record, at: record) }
    return try search.duplicates()
  }
}

/// Finds the records that are in an input more than once without keeping the records: only their places.
///
/// ```swift
/// let search = DuplicateSearch<String>()
/// try files.forEachRecord { search.add($0.record, at: "\($0.path):\($0.line)") }
/// for group in try search.duplicates().groups { print(group.relation, group.records) }
/// ```
///
/// A search is not for two threads at a time. To search with several, use a ``RecordIndex`` for each.
public final class DuplicateSearch<Place> {
  private let index: RecordIndex
  private var places: [Place] = []

  /// Makes a search without records.
  ///
  /// - Parameter budget: how much memory the 64 bytes of each record may take together; beyond it they go to a temporary
  ///   file. Places are kept in memory.
  public init(budget: Int = 256 << 20) { index = RecordIndex(budget: budget) }

  /// How many records were added.
  public var count: Int { places.count }

  /// Adds a record; Bundles, which only carry records, are passed over.
  ///
  /// - Parameter place: what stands for the record in the result.
  public func add(_ record: ClinicalRecord, at place: Place) {
    index.insert(record, at: RecordLocation(file: 0, offset: places.count))
    places.append(place)
  }

  /// What was found; the search is used up by this.
  ///
  /// - Throws: ``TemporaryFileError`` when there is no memory, or when the temporary file cannot be written or read.
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
