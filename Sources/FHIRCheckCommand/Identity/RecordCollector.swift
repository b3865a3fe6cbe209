import ClinicalRecords
import FHIRValidation
import FHIRTape

/// What one worker keeps of the records that pass by, for the questions that only a whole run answers.
final class RecordCollector {
  let index: RecordIndex

  init(index: RecordIndex) {
    self.index = index
  }

  /// Takes in a record of a file.
  ///
  /// - Parameter source: the name of the source that came with the file.
  func visit(_ record: VisitedRecord, of file: Int, source: String?) {
    // The entries of an envelope have been taken out, so what is left is not what the file holds.
    if case .envelope = record.place.role { return }
    index.insert(
      record.tape, resource: record.index, entry: record.entry, file: file,
      offset: record.place.inputOffset(record.tape.offset(record.index)), source: source, release: record.release)
  }

  /// Ends the collecting, and sorts what was collected.
  func finish() { index.finish() }
}
