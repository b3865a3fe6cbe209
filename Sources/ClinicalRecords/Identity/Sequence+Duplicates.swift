import FHIRRecognition
import FHIRSchema
package import FHIRTape

extension Sequence<ClinicalRecord> {
  /// Finds the records that occur more than once: copies, versions of one record, and conflicting contents.
  ///
  /// ```swift
  /// let found = try (march.records + april.records).duplicates()
  /// ```
  ///
  /// Two records are the same if source, resource type and id are equal: see ``RecordIdentity``. Records of different
  /// sources are never the same. Time is linear in the number of records; the search keeps 64 bytes for each, besides
  /// the record. For records that do not fit in memory, use `RecordFiles.duplicates()` or a ``RecordIndex``.
  ///
  /// - Parameter budget: the memory for those 64 bytes of all records; more than that goes to a temporary file.
  /// - Throws: ``TemporaryFileError`` if memory is exhausted, or a temporary file cannot be written or read.
  public func duplicates(budget: Int = 256 << 20) throws -> Duplicates<ClinicalRecord> {
    let index = RecordIndex(budget: budget)
    var records: [ClinicalRecord] = []
    for record in self {
      index.insert(record, at: RecordLocation(file: 0, offset: records.count))
      records.append(record)
    }
    return try index.duplicates { records[$0.offset] }
  }
}

extension RecordIndex {
  /// Adds a record, under its own identity.
  public func insert(_ record: ClinicalRecord, at location: RecordLocation) {
    insert(record.json, of: record.fhirVersion?.release ?? .unknown, at: location, source: record.identifyingSource)
  }
}

extension RecordIndex {
  /// Adds the records of a value on the tape, each under the identity that it would have as a ``ClinicalRecord``.
  ///
  /// - Parameter file: the number of the file.
  package func insert(recordsOn tape: Tape, _ place: RecordPlace, file: Int, origin: RecordOrigin) {
    let release = origin.fhirVersion?.release ?? .unknown
    tape.forEachRecord(in: place, bundles: .published) { resource, _, entry in
      guard tape.tag(resource) == .object, ResourceView(tape, resource).typeName != nil else { return }
      let source = RecordIdentity.source(
        of: resource, on: tape, entry: entry, givenSource: origin.source, release: release)
      insert(
        tape, resource: resource, entry: .none, file: file, offset: place.inputOffset(tape.offset(resource)),
        source: source, release: release)
    }
  }
}
