import ClinicalRecords
import FHIRSchema
import FHIRValidation
import Reporting

/// What `fhircheck summary` counts.
///
/// Each of ``releases``, ``resourceTypes``, ``sources``, and ``clinicalTypes`` with ``withoutClinicalType`` adds up to
/// ``records``; ``medicationTypes`` to the medication records; and what is under ``notJudged`` is no record.
struct SummaryReport: Equatable {
  var files: Int
  var filesSkipped: Int
  var records: Int
  var releases: [String: Int]
  var resourceTypes: [String: Int]
  var clinicalTypes: [ClinicalTypeIdentifier: Int]
  var medicationTypes: [FHIRResourceType: Int]
  var withoutClinicalType: [Classification.Reason: Int]
  var sources: [String: Int]
  var notJudged: [String: Int]
  /// Observations that no single code of a category decided, with a clinical type or without; for people.
  var weakerGrounds: [String: Int]

  /// The name of the source that nobody named.
  static let anonymousSource = "anonymous"
  /// The reason for paths that could not be read.
  static let unreadablePath = "unreadable-path"

  init(_ counts: Counts, release: FHIRRelease, source: String?, unreadablePaths: Int) {
    let records = counts.tally.records
    files = counts.files
    filesSkipped = counts.filesSkipped
    self.records = records
    releases = records > 0 ? [release.name: records] : [:]
    resourceTypes = counts.tally.resourceTypes
    clinicalTypes = counts.census.clinicalTypes
    medicationTypes = counts.census.medicationTypes
    withoutClinicalType = counts.census.reasons
    sources = records > 0 ? [source ?? SummaryReport.anonymousSource: records] : [:]
    notJudged = counts.tally.notJudged.byRawValue
    if unreadablePaths > 0 { notJudged[SummaryReport.unreadablePath] = unreadablePaths }
    weakerGrounds = [
      "inferred from LOINC codes: no category says anything": counts.census.inferred,
      "told from the words of a category, not from a code": counts.census.fromWords,
      "in categories that exclude each other; social history went first, then vital signs": counts.census.ambiguous,
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
      writer.member("resourceTypes", resourceTypes)
      writer.member("clinicalTypes", clinicalTypes.byRawValue)
      writer.member("medicationTypes", medicationTypes.byRawValue)
      writer.member("withoutClinicalType", withoutClinicalType.byRawValue)
      writer.member("sources", sources)
      writer.member("notJudged", notJudged)
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}
