import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRSchema
import FHIRValidation

/// The counts of an input, or of several; sums do not depend on the distribution of work.
struct Counts: Sendable {
  enum Standing {
    /// It was read for its records.
    case records
    /// It has no records of its own: the export.xml of an export.
    case otherUse
    /// Its records are judged with those of another file.
    case joined
    /// Its kind, which reports name, is not read.
    case skipped(ByteText)
    /// It is no input, or counted as one elsewhere, or an archive, whose files are counted.
    case none
  }

  var tally = ValidationTally()
  var records = RecordCounts()
  var cards = CardCounts()
  /// Findings that the caller excludes, and those in the baseline.
  var (ignored, known) = (FindingCounts(), FindingCounts())
  /// Findings that are errors before the caller's policy is applied.
  var errors = 0
  var filesWithFindings: Set<Int> = []
  /// Only the numbers of files, by what they are.
  var files = ReportSummary()
  var documents = ListedDocuments()

  mutating func add(_ input: Counts, of file: Int, as standing: Standing) {
    merge(input)
    if !input.tally.findings.isEmpty { filesWithFindings.insert(file) }
    switch standing {
    case .records:
      files.files += 1
      if !input.hasVerdict { files.filesNotJudged += 1 }
    case .otherUse:
      files.files += 1
      files.filesOfOtherUse += 1
    case .joined: files.files += 1
    case .skipped(let kind): files.filesSkippedByKind[kind, default: 0] += 1
    case .none: break
    }
  }

  mutating func merge(_ other: Counts) {
    tally.merge(other.tally)
    records.merge(other.records)
    cards.merge(other.cards)
    ignored.merge(other.ignored)
    known.merge(other.known)
    errors += other.errors
    filesWithFindings.formUnion(other.filesWithFindings)
    files.files += other.files.files
    files.filesOfOtherUse += other.files.filesOfOtherUse
    files.filesNotJudged += other.files.filesNotJudged
    files.filesNotOpened += other.files.filesNotOpened
    files.filesSkippedByKind.merge(other.files.filesSkippedByKind, uniquingKeysWith: +)
    documents.merge(other.documents)
  }

  /// Whether a record was judged, or an error was reported where a record was expected.
  private var hasVerdict: Bool {
    if tally.records > tally.notJudged[.otherRelease, default: 0] { return true }
    // Each of these has an error which says that there was nothing to judge.
    return errors > [NotJudged.empty, .notOpened, .otherFormat].reduce(0) { $0 + tally.notJudged[$1, default: 0] }
  }

  var summary: ReportSummary {
    var summary = files
    summary.filesWithFindings = filesWithFindings.count
    summary.records = tally.records
    summary.recordsNotJudged = tally.notJudged[.otherRelease, default: 0]
    summary.notJudged = tally.notJudged.byRawValue
    summary.bySeverity = tally.bySeverity
    summary.rules = tally.findings
    summary.resourceTypes = tally.resourceTypes
    for (release, counts) in tally.releases {
      summary.releasesToldBy[release.byBytes] = counts.byRawValue
      if FHIRRelease.published.contains(where: { $0.name.byBytes == release.byBytes }) {
        summary.judgedBy[release.byBytes] = counts.values.reduce(0, +)
      }
    }
    for (guide, counts) in records.guidesOfAll {
      summary.guides[guide.name.byBytes, default: [:]][guide.version.byBytes] = counts.byName
    }
    summary.clinicalTypes = records.census.clinicalTypes.byRawValue
    summary.notChecked = tally.notChecked
    summary.unjudgedParts = tally.unjudgedParts
    return summary
  }
}

extension ProfileCounts {
  var byName: [ByteText: Int] { ["claimed": claimed, "met": met, "broken": broken, "undecided": undecided] }
}

extension Dictionary where Key: RawRepresentable<String>, Value == Int {
  var byRawValue: [ByteText: Int] { [ByteText: Int](uniqueKeysWithValues: map { ($0.key.rawValue.byBytes, $0.value) }) }
}

struct CardCounts: Sendable {
  private(set) var standings: [HealthCard.Standing: Int] = [:]
  private(set) var files: Set<Int> = []
  /// The first cards, each at the line of its payload, which is the number of the card.
  private(set) var first = FirstPlaces<HealthCard>(limit: ValidationTally.nameLimit)

  mutating func add(_ card: HealthCard, _ place: RunPlace) {
    standings[card.standing, default: 0] += 1
    files.insert(place.file)
    first.add(place) { card.withoutFindings }
  }

  mutating func merge(_ other: CardCounts) {
    standings.merge(other.standings, uniquingKeysWith: +)
    files.formUnion(other.files)
    first.merge(other.first)
  }
}

/// Records by clinical type, and on request by source and date.
struct RecordCounts: Sendable {
  /// What is counted; each case includes the ones before it.
  enum Detail: Comparable { case types, sources, dates }

  private(set) var census = RecordCensus()
  private var sources = NameCounts()
  private var withoutSource = 0
  private var dates = ReportContents()
  /// Records by source and month, as `2019-06 source`.
  private var months = NameCounts()
  private(set) var guidesOfAll: [(guide: GuideName, counts: ProfileCounts)] = []
  private(set) var guides: [ByteText: [GuideName: ProfileCounts]] = [:]

  var contents: ReportContents {
    var contents = dates
    contents.sources = namedSources
    let unknown = contents.sources.removeValue(forKey: SummaryReport.anonymousSource)
    contents.sources[PersonReport.unknownSource.byBytes] = unknown
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

  /// Counts a record, whose input came with `source`. Returns its own source, if sources are counted and it has one.
  mutating func add(_ record: VisitedRecord, source: String?, _ classifier: Classifier, _ detail: Detail) -> String? {
    census.add(
      classifier.classify(record.tape, at: record.index, typeIndex: record.typeIndex, release: record.release),
      resourceType: FHIRResourceType(record.tape, typeIndex: record.typeIndex))
    let date = detail >= .dates ? RecordFacts.date(record.tape, at: record.index) : nil
    let month = date.flatMap { ReportContents.Month($0) }
    if let month { dates.months[month, default: 0] += 1 } else if detail >= .dates { dates.undated += 1 }
    for place in record.guides.indices { add(record.guides[place].counts, of: record.guides[place].guide) }
    guard detail >= .sources else { return nil }
    let source = RecordIdentity.source(
      of: record.index, on: record.tape, entry: record.entry, givenSource: source, release: record.release)
    if source.isEmpty { withoutSource += 1 } else { sources.add(source.byBytes) }
    let name = source.isEmpty ? PersonReport.unknownSource : source
    if month != nil, let date { months.add("\(date.prefix(7)) \(name)".byBytes) }
    for verdict in record.guides {
      guides[source.byBytes, default: [:]][verdict.guide, default: ProfileCounts()].merge(verdict.counts)
    }
    return source.isEmpty ? nil : source
  }

  /// Adds the counts of a guide; a run has few, and this is done for each record.
  private mutating func add(_ counts: ProfileCounts, of guide: GuideName) {
    guard let place = guidesOfAll.firstIndex(where: { $0.guide == guide }) else {
      return guidesOfAll.append((guide, counts))
    }
    guidesOfAll[place].counts.merge(counts)
  }

  mutating func merge(_ other: RecordCounts) {
    census.merge(other.census)
    sources.merge(other.sources)
    withoutSource += other.withoutSource
    dates.merge(other.dates)
    months.merge(other.months)
    for (guide, counts) in other.guidesOfAll { add(counts, of: guide) }
    for (source, counts) in other.guides { guides[source, default: [:]].merge(counts) { $0.merged($1) } }
  }
}
