import ClinicalRecords
import FHIRValidation
import FHIRTape

/// Collects what one worker needs of its records for questions about the whole run.
final class RecordCollector {
  let index: RecordIndex

  init(index: RecordIndex) {
    self.index = index
  }

  /// Adds a record of a file.
  ///
  /// - Parameter source: the name of the source that came with the file.
  func visit(_ record: VisitedRecord, of file: Int, source: String?) {
    // The reader has taken out the entries of an envelope, so the rest of it is not the file's content.
    if case .envelope = record.place.role { return }
    index.insert(
      record.tape, resource: record.index, entry: record.entry, file: file,
      offset: record.place.inputOffset(record.tape.offset(record.index)), source: source, release: record.release)
  }

  /// Ends the collection, and sorts what was collected.
  func finish() { index.finish() }
}
