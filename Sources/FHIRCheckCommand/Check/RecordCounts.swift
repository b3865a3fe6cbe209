import ClinicalRecords
import FHIRProfiles
import FHIRValidation
import FHIRReporting
import FHIRSupport

/// Records by clinical type, and on request by source and date.
struct RecordCounts: Sendable {
  /// What is counted on request.
  struct Request: OptionSet, Sendable {
    let rawValue: UInt8
    static let sources = Request(rawValue: 1)
    static let dates = Request(rawValue: 2)
  }

  private(set) var census = RecordCensus()
  private var sources = NameCounts()
  private var withoutSource = 0
  private var dates = ReportContents()
  /// Records by source and month, as `2019-06 source`.
  private var months = NameCounts()
  private var settled: [ByteText: [GuideName: ProfileCounts]] = [:]
  /// The counts of the latest records, which have one source: hashing the names for each record would take longer.
  private var recent: (source: ByteText, counts: [(guide: GuideName, counts: ProfileCounts)]) = ("", [])

  /// The records that were judged by guides, by source, which is empty if it is not asked for or unknown.
  var guides: [ByteText: [GuideName: ProfileCounts]] {
    var counts = self
    counts.settle()
    return counts.settled
  }

  /// The counts for the HTML page.
  var contents: ReportContents {
    var contents = dates
    contents.sources = namedSources
    for (name, _) in months.commonest(.max).names {
      let parts = name.string.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard let month = ReportContents.Month(String(parts[0])) else { continue }
      contents.monthsBySource[String(parts[1]).byBytes, default: []].insert(month)
    }
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

  /// Counts a record.
  ///
  /// - Parameter source: the name of the source that came with the input.
  mutating func add(_ record: VisitedRecord, source: String?, _ classifier: Classifier, _ request: Request) {
    census.add(
      classifier.classify(record.tape, at: record.index, typeIndex: record.typeIndex, release: record.release),
      resourceType: FHIRResourceType(record.tape, typeIndex: record.typeIndex))
    var date: String?
    if request.contains(.dates) {
      date = RecordFacts.date(record.tape, at: record.index)
      if let month = date.flatMap({ ReportContents.Month($0) }) {
        dates.months[month, default: 0] += 1
      } else {
        date = nil
        dates.undated += 1
      }
    }
    guard request.contains(.sources) else { return count(record.guides, of: "") }
    let source = RecordIdentity.source(
      of: record.index, on: record.tape, entry: record.entry, givenSource: source, release: record.release)
    if source.isEmpty { withoutSource += 1 } else { sources.add(source.byBytes) }
    let name = source.isEmpty ? SummaryReport.anonymousSource.string : source
    if let date { months.add("\(date.prefix(7)) \(name)".byBytes) }
    count(record.guides, of: source.byBytes)
  }

  private mutating func count(_ verdicts: [GuideVerdict], of source: ByteText) {
    if verdicts.isEmpty { return }
    if source != recent.source {
      settle()
      recent.source = source
    }
    for verdict in verdicts {
      if let place = recent.counts.firstIndex(where: { $0.guide == verdict.guide }) {
        recent.counts[place].counts.merge(verdict.counts)
      } else {
        recent.counts.append((verdict.guide, verdict.counts))
      }
    }
  }

  private mutating func settle() {
    for (guide, counts) in recent.counts {
      settled[recent.source, default: [:]][guide, default: ProfileCounts()].merge(counts)
    }
    recent.counts = []
  }

  /// The counts by guide of all sources together.
  var guidesOfAll: [GuideName: ProfileCounts] {
    guides.values.reduce(into: [:]) { sum, counts in
      for (guide, counts) in counts { sum[guide, default: ProfileCounts()].merge(counts) }
    }
  }

  mutating func merge(_ other: RecordCounts) {
    census.merge(other.census)
    sources.merge(other.sources)
    withoutSource += other.withoutSource
    dates.merge(other.dates)
    months.merge(other.months)
    for (source, counts) in other.guides { settled[source, default: [:]].merge(counts) { $0.merged($1) } }
  }
}
