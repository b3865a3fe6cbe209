import ClinicalRecords
import FHIRValidation
import JSONTape

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
    var isStreamed = false
    switch record.place.role {
    case .entry: isStreamed = true
    case .envelope:
      // Its entries have been taken out, so what is left is not what the file holds.
      return
    case .document, .element, .line: break
    }
    index.insert(
      record.tape, resource: record.index, entry: record.entry, file: file,
      offset: record.place.inputOffset(record.tape.offset(record.index)), source: source, release: record.release,
      isStreamedEntry: isStreamed)
  }

  /// Takes back what was visited of a file that is read once more.
  ///
  /// That happens where the end of a document says that it is no Bundle. What was shown by then are its entries, and the
  /// second reading takes none out.
  func restart(_ file: Int) { index.withdrawStreamedEntries(of: file) }

  /// Ends the collecting, and sorts what was collected.
  func finish() { index.finish() }
}
