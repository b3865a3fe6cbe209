import ClinicalRecords
import FHIRValidation
import JSONTape

/// What one worker keeps of the records that pass by, for the questions that only a whole run answers.
final class RecordCollector {
  let index: RecordIndex
  /// Inputs that cannot be opened again.
  private(set) var kept: [Int: InputStorage.Kept] = [:]
  private let source: String?

  private var visited = 0
  private var streamed = 0

  init(index: RecordIndex, source: String?) {
    self.index = index
    self.source = source
  }

  /// What the validator shows the records of a file to.
  func visitor(of file: Int) -> (VisitedRecord) -> Void {
    visited = 0
    streamed = 0
    return { self.take($0, file) }
  }

  private func take(_ record: VisitedRecord, _ file: Int) {
    visited += 1
    var isStreamed = false
    switch record.place.role {
    case .entry:
      isStreamed = true
      streamed += 1
    case .envelope:
      // Its entries have been taken out, so what is left is not what the file holds.
      return
    case .document, .element, .line: break
    }
    index.insert(
      record.tape, resource: record.index, entry: record.entry, file: file,
      offset: record.place.inputOffset(record.tape.offset(record.index)), source: source, isStreamedEntry: isStreamed)
  }

  /// Ends a file of which so many records were counted.
  ///
  /// Entries are shown as they come; where the end of a document says that it is no Bundle, it is read once more, and
  /// the records that were shown are not counted.
  func finish(_ file: Int, records: Int) {
    if streamed > 0, visited > records { index.withdrawStreamedEntries(of: file) }
  }

  /// Keeps an input that cannot be opened again.
  func keep(_ input: InputStorage.Kept, of file: Int) {
    kept[file] = input
  }
}
