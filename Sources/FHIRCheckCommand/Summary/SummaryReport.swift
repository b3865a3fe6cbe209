import ClinicalRecords
import FHIRDiagnostics
import FHIRSchema
import FHIRValidation
import ClinicalSources
import FHIRReporting
import FHIRSupport

/// The counts of `fhircheck summary`.
///
/// Each of ``releases``, ``resourceTypes``, ``sources``, and ``clinicalTypes`` with ``withoutClinicalType`` adds up to
/// ``records``; ``medicationTypes`` to the medication records. Inputs under ``notJudged`` are not records, except those
/// of another release. ``receipt`` shows how the numbers add up.
struct SummaryReport {
  var files: Int
  var filesSkippedByKind: [ByteText: Int]
  var records: Int
  var releases: [ByteText: Int]
  /// The same records by release and by the evidence for it.
  var releasesToldBy: [ByteText: [ByteText: Int]]
  var resourceTypes: [ByteText: Int]
  var clinicalTypes: [ClinicalTypeIdentifier: Int]
  var medicationTypes: [FHIRResourceType: Int]
  var withoutClinicalType: [Classification.Reason: Int]
  var sources: [ByteText: Int]
  var notJudged: [ByteText: Int]
  /// The results for the profiles by which records were validated, by URL.
  var profiles: [ByteText: ProfileCounts]
  /// How often must-support elements are present, by the profile's URL and their paths.
  var mustSupport: [ByteText: [ByteText: MustSupportCounts]]
  /// Records that are related to another one, by relation; `nil` if nothing was compared.
  var duplicates: [ByteText: Int]?
  /// Records that could not be compared; `nil` if nothing was compared.
  var withoutID: Int?
  /// Whether records were compared.
  var compared: ReportSummary.Identity
  /// The first and the last date of download in the stubs of exports.
  var receivedDates: (first: String, last: String)?
  var receipt: CompletenessReceipt
  /// Faults of files, such as cut archives: the first ones. ``receipt`` has their numbers.
  var faults: [LocatedDiagnostic]
  /// Observations that were not classified by a single published category code, with or without a clinical type; for
  /// people.
  var weakerGrounds: [ByteText: Int]

  /// The name for the anonymous source.
  static let anonymousSource: ByteText = "anonymous"
  /// The name for the sources beyond `ValidationTally.nameLimit`.
  static let otherSources: ByteText = "other sources"
  /// The reason for paths that could not be read.
  static let unreadablePath: ByteText = "unreadable-path"

  init(
    _ counts: Counts, _ summary: ReportSummary, exports: ExportSet, identity: [IdentityProblem: Int]?,
    faults: [LocatedDiagnostic]
  ) {
    self.faults = faults
    let unreadablePaths = summary.unreadable.count
    let (tally, census) = (counts.tally, counts.records.census)
    files = counts.files
    filesSkippedByKind = summary.filesSkippedByKind
    records = tally.records
    releasesToldBy = tally.releasesToldBy
    releases = releasesToldBy.mapValues { $0.values.reduce(0, +) }
    resourceTypes = tally.resourceTypes
    clinicalTypes = census.clinicalTypes
    medicationTypes = census.medicationTypes
    withoutClinicalType = census.reasons
    (profiles, mustSupport) = (tally.profileCounts, tally.mustSupport)
    sources = MaskedAddress.counts(counts.records.namedSources)
    notJudged = tally.notJudged.byRawValue
    if unreadablePaths > 0 { notJudged[SummaryReport.unreadablePath] = unreadablePaths }
    duplicates = identity.map { found in
      let problems = found.filter { $0.key != .missingID }
      return [ByteText: Int](
        problems.map { ($0.key.rule.rawValue.drop { $0 != "/" }.dropFirst().byBytes, $0.value) }, uniquingKeysWith: +)
    }
    withoutID = identity.map { $0[.missingID, default: 0] }
    compared = summary.identity ?? .off
    receivedDates = exports.receivedDates.map { ($0.first.text, $0.last.text) }
    receipt = CompletenessReceipt(counts, exports: exports.tally, unreadablePaths: unreadablePaths)
    weakerGrounds = [
      "inferred from LOINC codes: no category says anything": census.inferred,
      "told from the words of a category, not from a code": census.fromWords,
      "in categories that exclude each other; social history went first, then vital signs": census.ambiguous,
    ].filter { $0.value > 0 }
  }

  /// The report as one JSON document on one line; the article `report-format` specifies it.
  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("formatVersion", 1)
      writer.member("files", files)
      writer.member("records", records)
      writer.member("releases", releases)
      writer.member("releasesToldBy", releasesToldBy)
      writer.member("resourceTypes", resourceTypes)
      writer.member("clinicalTypes", clinicalTypes.byRawValue)
      writer.member("medicationTypes", medicationTypes.byRawValue)
      writer.member("withoutClinicalType", withoutClinicalType.byRawValue)
      writer.member("sources", sources)
      writer.member("notJudged", notJudged)
      if let duplicates { writer.member("duplicates", duplicates) }
      if let withoutID { writer.member("withoutId", withoutID) }
      writer.member("identity", compared.name)
      writer.member("filesSkippedByKind", filesSkippedByKind)
      if let receivedDates {
        writer.key("receivedDates")
        writer.object { writer in
          writer.member("first", receivedDates.first)
          writer.member("last", receivedDates.last)
        }
      }
      writeProfiles(to: &writer)
      writer.key("faults")
      writer.array { writer in
        for fault in faults {
          writer.object { writer in
            writer.member("file", fault.file)
            writer.member("severity", fault.diagnostic.severity.description)
            writer.member("rule", fault.diagnostic.rule.rawValue)
            writer.member("message", MaskedAddress.text(fault.diagnostic.message))
          }
        }
      }
      writer.key("receipt")
      receipt.write(to: &writer)
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}

extension SummaryReport {
  /// Removes values of records: the names of sources and of types that no release has, and dates. Profiles stay,
  /// because the caller supplied their definitions.
  mutating func redact(_ redaction: Redaction) {
    resourceTypes = redaction.counts(resourceTypes)
    receivedDates = nil
    faults = faults.map { redaction.redacted($0) }
    let own = sources.filter { $0.key == SummaryReport.anonymousSource || $0.key == SummaryReport.otherSources }
    sources = redaction.placeholders(sources.filter { own[$0.key] == nil }).merging(own, uniquingKeysWith: +)
  }
}
