import ClinicalRecords
import FHIRValidation
import FHIRReporting
import FHIRText

/// Counts the records of an input by clinical type and by source during validation; each worker has one counter.
final class RecordCounter {
  /// The counts.
  struct Counted: Sendable {
    var census = RecordCensus()
    /// Records by source, and those without one; only on request.
    var sources = NameCounts()
    var withoutSource = 0
    /// Records by the month of their date, and those without one; only on request.
    fileprivate(set) var dates = ReportContents()

    /// The counts for the HTML page.
    var contents: ReportContents {
      var contents = dates
      contents.sources = namedSources
      return contents
    }

    /// Records by the name of their source, or of what stands for several and for none.
    var namedSources: [ByteText: Int] {
      let (names, others) = sources.commonest(ValidationTally.nameLimit)
      var counts = [ByteText: Int](uniqueKeysWithValues: names.map { ($0.name, $0.count) })
      if others > 0 { counts[SummaryReport.otherSources, default: 0] += others }
      if withoutSource > 0 { counts[SummaryReport.anonymousSource, default: 0] += withoutSource }
      return counts
    }

    mutating func merge(_ other: Counted) {
      census.merge(other.census)
      sources.merge(other.sources)
      withoutSource += other.withoutSource
      dates.merge(other.dates)
    }
  }

  private let classifier = Classifier()
  private let countsSources: Bool
  private let countsDates: Bool
  // Only one worker uses it, so exclusive access need not be checked for each record.
  @exclusivity(unchecked) private var counted = Counted()

  init(countsSources: Bool = false, countsDates: Bool = false) {
    self.countsSources = countsSources
    self.countsDates = countsDates
  }

  /// Counts a record.
  ///
  /// - Parameter source: the name of the source that came with the input.
  func visit(_ record: VisitedRecord, source: String?) {
    counted.census.add(
      classifier.classify(
        record.tape, at: record.index, typeIndex: record.typeIndex, release: record.release),
      resourceType: FHIRResourceType(record.tape, typeIndex: record.typeIndex))
    if countsDates { countDate(of: record) }
    guard countsSources else { return }
    let source = RecordIdentity.source(
      of: record.index, on: record.tape, entry: record.entry, givenSource: source, release: record.release)
    if source.isEmpty { counted.withoutSource += 1 } else { counted.sources.add(source.byBytes) }
  }

  private func countDate(of record: VisitedRecord) {
    if let date = RecordFacts.date(record.tape, at: record.index), let month = ReportContents.Month(date) {
      counted.dates.months[month, default: 0] += 1
    } else {
      counted.dates.undated += 1
    }
  }

  /// Drops the counts.
  func forget() {
    counted = Counted()
  }

  /// Returns the counts of the input, and starts again from zero.
  func take() -> Counted {
    defer { forget() }
    return counted
  }
}
