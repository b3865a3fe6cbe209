import ClinicalRecords
import FHIRValidation
import FHIRText

/// Counts the records of one input by clinical type and by source while the validator passes over them; a worker has
/// one.
final class RecordCounter {
  /// What was counted.
  struct Counted: Sendable {
    var census = RecordCensus()
    /// Records by source, and those without one; nothing unless somebody asked for it.
    var sources = NameCounts()
    var withoutSource = 0
    /// Findings that are errors before the caller has a say.
    var errors = 0
    /// Findings that do not count.
    var setAside = FindingDesk.Outcome()

    mutating func merge(_ other: Counted) {
      census.merge(other.census)
      sources.merge(other.sources)
      withoutSource += other.withoutSource
      errors += other.errors
      setAside.merge(other.setAside)
    }
  }

  private let classifier = Classifier()
  private let countsSources: Bool
  // A worker's own, asked of each record.
  @exclusivity(unchecked) private var counted = Counted()

  init(countsSources: Bool) {
    self.countsSources = countsSources
  }

  /// Counts a record.
  ///
  /// - Parameter source: the name of the source that came with the input.
  func visit(_ record: VisitedRecord, source: String?) {
    counted.census.add(
      classifier.classify(
        record.tape, at: record.index, typeIndex: record.typeIndex, release: record.release),
      resourceType: FHIRResourceType(record.tape, typeIndex: record.typeIndex))
    guard countsSources else { return }
    let source = RecordIdentity.source(
      of: record.index, on: record.tape, entry: record.entry, givenSource: source, release: record.release)
    if source.isEmpty { counted.withoutSource += 1 } else { counted.sources.add(source.byBytes) }
  }

  /// Forgets what was counted.
  func forget() {
    counted = Counted()
  }

  /// Hands over what was counted of the input, and is ready for the next.
  func take() -> Counted {
    defer { forget() }
    return counted
  }
}
