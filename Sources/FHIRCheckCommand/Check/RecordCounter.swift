import ClinicalRecords
import FHIRSchema
import FHIRValidation

/// Counts the records of one input by clinical type while the validator passes over them; a worker has one.
final class RecordCounter {
  private let classifier = Classifier()
  private let release: FHIRRelease
  private var census = RecordCensus()

  init(release: FHIRRelease) {
    self.release = release
  }

  /// Counts a record that was judged.
  func visit(_ record: VisitedRecord) {
    census.add(
      classifier.classify(record.tape, at: record.index, release: release),
      resourceType: FHIRResourceType(record.tape, at: record.index))
  }

  /// Forgets what was counted: the input is read from its start again.
  func restart() {
    census = RecordCensus()
  }

  /// Hands over what was counted of the input, and is ready for the next.
  func take() -> RecordCensus {
    defer { restart() }
    return census
  }
}
