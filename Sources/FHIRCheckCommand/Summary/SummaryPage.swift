import ClinicalRecords
import FHIRValidation
import FHIRReporting
import FHIRSupport

/// The summary for people: a line with the amounts, then a table for each aspect.
struct SummaryPage {
  let report: SummaryReport
  let style: TextStyle

  var text: String {
    var text = style(.strong, amount(report.records, "record", "records"))
    text += " in " + amount(report.files, "file", "files")
    let skipped = report.filesSkippedByKind.values.reduce(0, +)
    if skipped > 0 { text += "; \(amount(skipped, "file", "files")) skipped" }
    text += "\n"
    text += table("Releases", report.releases) { $0 }
    text += table("Releases told by", tellings) { $0 }
    text += table("Resource types", report.resourceTypes) { $0 }
    text += table("Clinical types", report.clinicalTypes.byRawValue) { name in
      ClinicalTypeIdentifier(rawValue: name)?.displayName ?? name
    }
    text += table("Medication types", report.medicationTypes.byRawValue) { $0 }
    text += table("Without a clinical type", report.withoutClinicalType.byRawValue) { name in
      Classification.Reason(rawValue: name).map(SummaryPage.sentence) ?? name
    }
    text += table("Classified on weaker grounds", report.weakerGrounds) { $0 }
    text += table("Sources", report.sources) { $0 }
    if let dates = report.receivedDates {
      text += "\n" + style(.strong, "Received") + "\n"
      text += "  first  \(TerminalText.visible(dates.first))\n  last   \(TerminalText.visible(dates.last))\n"
    }
    var compared = report.duplicates ?? [:]
    if let count = report.withoutID, count > 0 { compared["missing-id"] = count }
    text += table("Duplicates", compared) { SummaryPage.duplicateNames[$0] ?? $0 }
    if case .failed(let reason) = report.compared {
      text += "\n" + style(.strong, "Not compared") + "\n"
      text += "  whether a record is there twice: \(TerminalText.visible(reason))\n"
    }
    text += profiles
    text += table("Skipped files", report.filesSkippedByKind) { $0 }
    text += table("Not judged", report.notJudged) { name in
      NotJudged(rawValue: name).map(SummaryPage.sentence) ?? "a path that could not be read"
    }
    if !report.faults.isEmpty { text += "\n" + style(.strong, "Faults of files") + "\n" }
    for fault in report.faults { text += "  \(TerminalText.visible(FileFaults.sentence(of: fault)))\n" }
    text += "\n" + style(.strong, "Receipt") + "\n"
    for line in report.receipt.lines(amount) { text += "  \(line)\n" }
    return text
  }

  /// The evidence for releases, with a row for each release and reason.
  private var tellings: [ByteText: Int] {
    var counts: [ByteText: Int] = [:]
    for (release, reasons) in report.releasesToldBy {
      for (name, count) in reasons {
        let reason = ReleaseReason(rawValue: name.string).map(SummaryPage.sentence) ?? name.string
        counts["\(release), by \(reason)".byBytes] = count
      }
    }
    return counts
  }

  /// A heading and the counts, the largest first, then by name.
  private func table(_ title: String, _ counts: [ByteText: Int], _ label: (String) -> String) -> String {
    guard !counts.isEmpty else { return "" }
    let rows = counts.sorted {
      $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
    }
    let width = rows.map { String(grouped: $0.value).utf8.count }.max() ?? 0
    var text = "\n" + style(.strong, title) + "\n"
    for (name, count) in rows {
      let digits = String(grouped: count)
      text += String(repeating: " ", count: 2 + width - digits.utf8.count) + digits
      text += "  " + TerminalText.visible(label(name.string)) + "\n"
    }
    return text
  }

  private func amount(_ number: Int, _ one: String, _ many: String) -> String {
    String(grouped: number) + " " + (number == 1 ? one : many)
  }

  private static func sentence(_ reason: Classification.Reason) -> String {
    switch reason {
    case .socialHistory: "Observation of social history"
    case .imaging: "Observation in images"
    case .procedure: "Observation in the course of a procedure"
    case .survey: "Observation in a survey"
    case .exam: "Observation of an examination"
    case .therapy: "Observation in the course of a therapy"
    case .activity: "Observation of physical activity"
    case .observationWithoutCategory: "Observation without a category"
    case .unknownCategory: "Observation whose category has no code that is known"
    case .medication: "Medication: part of other records"
    case .medicationAdministration: "MedicationAdministration: no record of HealthKit's"
    case .resourceType: "other resource types"
    case .release: "resource type that is a record in another release only"
    case .notAResource: "no resource"
    }
  }

  private static func sentence(_ reason: ReleaseReason) -> String {
    switch reason {
    case .caller: "the caller"
    case .stub: "the stub in the export"
    case .version: "the version of FHIR that it states"
    case .profile: "a profile of the record"
    case .type: "its resource type"
    case .elements: "its elements"
    case .bundle: "other records of its Bundle"
    case .file: "other records of its file"
    case .chosen: "the chosen profiles: nothing else told"
    case .errors: "the fewest errors: nothing else told"
    case .assumed: "assumption: nothing told"
    }
  }

  private static let duplicateNames = [
    "case-differs": "id that differs from another only in case",
    "conflicting-record": "record with other content than another of the same version",
    "duplicate-record": "copy of another record",
    "missing-id": "record without an id, not compared",
    "newer-version": "other version of another record",
  ]

  private static func sentence(_ reason: NotJudged) -> String {
    switch reason {
    case .empty: "empty text"
    case .notOpened: "file in an archive that was not opened"
    case .otherFormat: "file of another kind that should hold JSON"
    case .notJSON: "text that is not JSON"
    case .tooDeep: "text nested beyond the limit"
    case .tooLarge: "text beyond the limit of size"
    case .notAnObject: "JSON value that is not an object"
    case .missingResourceType: "object without a resource type"
    case .otherRelease: "record of another release"
    case .unknownResourceType: "resource type that the release does not have"
    }
  }
}
