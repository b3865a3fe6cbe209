import ClinicalRecords
import FHIRValidation
import FHIRReporting
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
    /// Records by the month of their date, and those without one; nothing unless somebody asked for it.
    var months: [ReportContents.Month: Int] = [:]
    var undated = 0

    /// What the page for people shows of them.
    var contents: ReportContents {
      var contents = ReportContents()
      let (names, others) = sources.commonest(ValidationTally.nameLimit)
      contents.sources = [ByteText: Int](names.map { ($0.name, $0.count) }, uniquingKeysWith: +)
      if others > 0 { contents.sources["other sources", default: 0] += others }
      if withoutSource > 0 { contents.sources["anonymous", default: 0] += withoutSource }
      (contents.months, contents.undated) = (months, undated)
      return contents
    }

    mutating func merge(_ other: Counted) {
      census.merge(other.census)
      sources.merge(other.sources)
      withoutSource += other.withoutSource
      months.merge(other.months, uniquingKeysWith: +)
      undated += other.undated
      errors += other.errors
      setAside.merge(other.setAside)
    }
  }

  private let classifier = Classifier()
  private let countsSources: Bool
  private let countsDates: Bool
  // A worker's own, asked of each record.
  @exclusivity(unchecked) private var counted = Counted()

  init(countsSources: Bool, countsDates: Bool = false) {
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
      counted.months[month, default: 0] += 1
    } else {
      counted.undated += 1
    }
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
