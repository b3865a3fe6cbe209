import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRTape
import FHIRValidation

/// The counts of `fhircheck summary`. Each of ``releases``, the resource types, ``sources``, and the clinical types
/// with the reasons for none adds up to the records; the medication types to the medication records. Inputs under
/// ``notJudged`` are not records, except those of another release. The receipt shows how the numbers add up.
struct SummaryReport {
  var summary: ReportSummary
  private(set) var counts: Counts
  var sources, notJudged: [ByteText: Int]
  var guides: [ByteText: [GuideName: ProfileCounts]]
  /// Records that are related to another one, and records that could not be compared; `nil` if nothing was compared.
  var identity: (duplicates: [ByteText: Int], withoutID: Int)?
  /// The first and the last date of download in the stubs of exports.
  var receivedDates: (first: String, last: String)?
  let stubs: ExportTally?
  /// Faults of files, such as cut archives, and of definitions: the first ones. ``faultCounts`` has their numbers.
  var faults: [LocatedFinding]
  var listedCards: [ListedCard]

  static let anonymousSource: ByteText = "anonymous"
  /// The name for the sources beyond `ValidationTally.nameLimit`.
  static let otherSources: ByteText = "other sources"
  /// The name for all sources together, whose names are not shown.
  static let allSources: ByteText = "all sources"

  init(
    _ counts: Counts, _ summary: ReportSummary, exports: ExportSet, identity: [IdentityProblem: Int]?,
    faults: [LocatedFinding], items: [any InputItem]
  ) {
    listedCards = counts.cards.first.entries.map {
      ListedCard(card: $0.value, file: items[$0.place.file].name, line: $0.place.offset)
    }
    (self.summary, self.faults, self.counts) = (summary, faults, counts)
    sources = MaskedAddress.counts(counts.records.namedSources)
    guides = [:]
    for (source, found) in counts.records.guides {
      var name = source.string.isEmpty ? SummaryReport.anonymousSource : MaskedAddress.text(source.string).byBytes
      if sources[name] == nil { name = SummaryReport.otherSources }
      guides[name, default: [:]].merge(found) { $0.merged($1) }
    }
    notJudged = summary.notJudged
    if !summary.unreadable.isEmpty { notJudged["unreadable-path"] = summary.unreadable.count }
    self.identity = identity.map { found in
      let problems = found.filter { $0.key != .missingID }
      let names = problems.map { ($0.key.rule.rawValue.drop { $0 != "/" }.dropFirst().byBytes, $0.value) }
      return ([ByteText: Int](names, uniquingKeysWith: +), found[.missingID, default: 0])
    }
    receivedDates = exports.receivedDates.map { ($0.first.text, $0.last.text) }
    stubs = exports.tally
  }

  var releases: [ByteText: Int] { summary.releasesToldBy.mapValues { $0.values.reduce(0, +) } }

  /// What a check counts of profiles, or versions of them, that are claimed or chosen and not there.
  var missingProfiles: [ByteText: Int] {
    MaskedAddress.counts(summary.notChecked.filter { $0.key.hasPrefix("profile ") || $0.key == "other profiles" })
  }

  /// A line for each of the first cards, and one for those that are not listed.
  func cardLines(_ words: (ListedCard) -> String) -> [String] {
    let shown = listedCards.prefix(20).map(words)
    let more = counts.cards.standings.values.reduce(0, +) - shown.count
    return shown + (shown.isEmpty || more == 0 ? [] : [String(counting: more, "more health card", "more health cards")])
  }

  var faultCounts: [ByteText: Int] { FileFaults.counts(in: summary.rules).byRule.byRawValue }

  /// The report as one JSON document on one line; the article `report-format` specifies it.
  var json: String {
    JSONWriter.object { writer in
      writer.member("formatVersion", 1)
      writer.members(["files": summary.files, "records": summary.records])
      writer.member("releases", releases)
      writer.member("releasesToldBy", summary.releasesToldBy)
      writer.member("resourceTypes", summary.resourceTypes)
      writer.member("clinicalTypes", summary.clinicalTypes)
      writer.member("medicationTypes", counts.records.census.medicationTypes.byRawValue)
      writer.member("withoutClinicalType", counts.records.census.reasons.byRawValue)
      writer.member("sources", sources)
      writer.member("notJudged", notJudged)
      if let identity {
        writer.member("duplicates", identity.duplicates)
        writer.member("withoutId", identity.withoutID)
      }
      writer.member("identity", (summary.identity ?? .off).name)
      writer.member("filesSkippedByKind", summary.filesSkippedByKind)
      counts.documents.write(to: &writer)
      if let receivedDates {
        writer.object("receivedDates") { $0.members(["first": receivedDates.first, "last": receivedDates.last]) }
      }
      writeProfiles(to: &writer)
      if !summary.chosenProfiles.isEmpty { writer.member("chosenProfiles", summary.chosenProfiles) }
      if case let missing = missingProfiles, !missing.isEmpty { writer.member("missingProfiles", missing) }
      writer.unreadable(summary)
      writer.objects("faults", faults) { writer, fault in
        let (finding, message) = (fault.finding, MaskedAddress.text(fault.finding.message))
        writer.members(["file": fault.file, "severity": finding.severity.description])
        writer.members(["rule": finding.rule.rawValue, "message": message])
      }
      writer.object("receipt", writeReceipt)
      if !counts.cards.standings.isEmpty {
        writer.member("cards", counts.cards.standings.byRawValue)
        writer.objects("listedCards", listedCards) { writer, card in card.write(to: &writer) }
      }
    } + "\n"
  }

  /// Removes values: names of sources, types that no release has, dates. Profiles stay, which the caller supplied.
  mutating func redact(_ redaction: Redaction) {
    summary = redaction.redacted(summary)
    receivedDates = nil
    counts.documents.redaction = redaction
    listedCards = []
    faults = faults.map { redaction.redacted($0) }
    let own = sources.filter { $0.key == SummaryReport.anonymousSource || $0.key == SummaryReport.otherSources }
    // The source of a guide's records would need the same placeholder.
    let all: [GuideName: ProfileCounts] = guides.values.reduce(into: [:]) { sum, found in
      sum.merge(found) { $0.merged($1) }
    }
    if !all.isEmpty { guides = [SummaryReport.allSources: all] }
    sources = redaction.placeholders(sources.filter { own[$0.key] == nil }).merging(own, uniquingKeysWith: +)
  }

  // MARK: - Profiles

  /// How the records of a source fit the versions of a guide.
  struct GuideFit {
    let name: String
    let versions: [(version: String, counts: ProfileCounts)]

    /// The version that the fewest records break, those deducted that do not: of several the one that more records meet,
    /// then the newest. `nil` if all records break all versions.
    var best: String? {
      func score(_ counts: ProfileCounts) -> (Int, Int) { (counts.met + counts.undecided - counts.broken, counts.met) }
      // The first of equal ones is the newest.
      let candidates = versions.reversed().filter { $0.counts.all > $0.counts.broken }
      return candidates.max { score($0.counts) < score($1.counts) }?.version
    }

    static func all(in found: [GuideName: ProfileCounts]) -> [GuideFit] {
      Set(found.keys.map(\.name)).sorted().map { name in
        let versions = found.filter { $0.key.name == name }.map { (version: $0.key.version, counts: $0.value) }
        return GuideFit(name: name, versions: versions.sorted { VersionOrder($0.version) < VersionOrder($1.version) })
      }
    }
  }

  /// Writes the members of the document that exist only if records were validated by profiles.
  func writeProfiles(to writer: inout JSONWriter) {
    if !counts.tally.profileCounts.isEmpty {
      writer.object("profiles", counts.tally.profileCounts) { writer, url, counts in
        writer.counts(ofGuide: counts.byName, MaskedAddress.text(url))
      }
    }
    if !guides.isEmpty {
      writer.object("guides", guides) { writer, source, found in
        writer.object(source) { writer in
          for guide in GuideFit.all(in: found) {
            writer.object(guide.name) { writer in
              if let best = guide.best { writer.member("best", best) }
              writer.object("versions") { writer in
                for (version, counts) in guide.versions { writer.counts(ofGuide: counts.byName, version) }
              }
            }
          }
        }
      }
    }
    guard !counts.tally.mustSupport.isEmpty else { return }
    writer.object("mustSupport", counts.tally.mustSupport) { writer, url, elements in
      writer.object(MaskedAddress.text(url), elements) { writer, path, counts in
        writer.object(path) { $0.members(["present": counts.present, "absent": counts.absent]) }
      }
    }
  }

  // MARK: - The receipt

  /// Files that were read, were skipped for their kind or not opened in archives, and paths that could not be read.
  private var files: Int { summary.files + summary.filesSkipped + summary.filesNotOpened + summary.unreadable.count }

  func writeReceipt(to writer: inout JSONWriter) {
    if let stubs {
      writer.member(
        "stubs",
        [
          "read": stubs.stubs, "joined": stubs.joined, "ofSameFile": stubs.stubsOfSameFile,
          "withoutFile": stubs.stubsWithoutFile,
        ])
      writer.member("recordFiles", ["joined": stubs.joined, "withoutStub": stubs.filesWithoutStub])
    }
    writer.member(
      "files",
      [
        "found": files, "read": summary.files, "skipped": summary.filesSkipped, "notOpened": summary.filesNotOpened,
        "unreadable": summary.unreadable.count,
      ])
    let (found, judged) = (summary.recordsFound, summary.recordsJudged)
    writer.member("places", ["found": found, "judged": judged, "notJudged": found - judged])
    writer.member("faults", faultCounts)
  }

  var receiptLines: [String] {
    var lines: [String] = []
    if let stubs {
      let files = stubs.joined + stubs.filesWithoutStub
      lines = [
        String(counting: stubs.stubs, "entry", "entries")
          + " in the list of records: \(String(grouped: stubs.joined)) with a file, "
          + "\(String(grouped: stubs.stubsOfSameFile)) for a file that has one, \(String(grouped: stubs.stubsWithoutFile)) without a file",
        String(counting: files, "file of a record", "files of records")
          + ": \(String(grouped: stubs.joined)) in the list, \(String(grouped: stubs.filesWithoutStub)) not in it",
      ]
    }
    lines.append(
      String(counting: files, "file", "files")
        + ": \(String(grouped: summary.files)) read, \(String(grouped: summary.filesSkipped)) skipped, "
        + "\(String(grouped: summary.filesNotOpened)) not opened, \(String(grouped: summary.unreadable.count)) not readable"
    )
    let faults = faultCounts
    if !faults.isEmpty {
      lines.append(
        String(counting: faults.values.reduce(0, +), "fault of a file", "faults of files") + ": "
          + faults.inOrder.map { "\($0.key.string) \(String(grouped: $0.value))" }.joined(separator: ", "))
    }
    let (found, judged) = (summary.recordsFound, summary.recordsJudged)
    lines.append(
      String(counting: found, "record, or text that should be one", "records, or texts that should be records")
        + ": \(String(grouped: judged)) judged, \(String(grouped: found - judged)) not judged")
    return lines
  }
}

/// The findings about files, archives, exports and given definitions, for commands that list no findings.
enum FileFaults {
  static func counts(in findings: FindingCounts) -> FindingCounts {
    var counts = FindingCounts()
    findings.forEach { rule, severity, count in
      let isUnreadable = RuleCatalog.unreadableCards[rule] != nil || RuleCatalog.syntax[rule] != nil
      if isUnreadable && severity >= .error || RuleCatalog.sources[rule] != nil || rule.group == "definition" {
        counts.add(rule, severity, count)
      }
    }
    return counts
  }

  /// Whether one of them is an error, which makes the exit code 1 as in a check.
  static func hasErrors(_ findings: FindingCounts) -> Bool {
    counts(in: findings).bySeverity.contains { $0.key >= .error }
  }

  static func sentence(of fault: LocatedFinding) -> String {
    "\(fault.file): \(fault.finding.severity): \(MaskedAddress.text(fault.finding.message))"
      + " (\(fault.finding.rule.rawValue))"
  }
}
