import ClinicalRecords
import FHIRFindings
import FHIRValidation
import FHIRReporting
import ClinicalSources

/// The summary for people: a line with the amounts, then a table for each aspect.
struct SummaryPage {
  let report: SummaryReport
  let style: TextStyle
  let wrapped: WrappedText

  private var summary: ReportSummary { report.summary }

  var text: String {
    var text = style(.strong, String(counting: summary.records, "record", "records"))
    text += " in " + String(counting: summary.files, "file", "files")
    if summary.filesSkipped > 0 { text += "; \(String(counting: summary.filesSkipped, "file", "files")) skipped" }
    text += "\n"
    text += table("Releases", report.releases)
    text += table("Releases told by", tellings)
    text += table("Resource types", summary.resourceTypes)
    text += table("Clinical types", summary.clinicalTypes) { ClinicalTypeIdentifier(rawValue: $0)?.displayName ?? $0 }
    text += table("Medication types", report.counts.records.census.medicationTypes.byRawValue)
    text += table("Without a clinical type", report.counts.records.census.reasons.byRawValue) { name in
      Classification.Reason(rawValue: name).map(SummaryPage.sentence) ?? name
    }
    text += table("Classified on weaker grounds", weakerGrounds)
    text += table("Sources", report.sources)
    if let dates = report.receivedDates {
      text += heading("Received")
      text += "  first  \(TerminalText.visible(dates.first))\n  last   \(TerminalText.visible(dates.last))\n"
    }
    var compared = report.identity?.duplicates ?? [:]
    if let count = report.identity?.withoutID, count > 0 { compared["missing-id"] = count }
    text += table("Duplicates", compared) { SummaryPage.duplicateNames[$0] ?? $0 }
    if report.identity?.duplicates.isEmpty == false {
      text += "  'fhircheck records --columns file,line,id,duplicateGroup,duplicateRole' names them\n"
    }
    if case .failed(let reason) = summary.identity {
      text += heading("Not compared") + "  whether a record is there twice: \(TerminalText.visible(reason))\n"
    }
    text += table("Health cards", report.counts.cards.standings.byRawValue) { name in
      HealthCard.Standing(rawValue: name).map(SummaryPage.sentence) ?? name
    }
    for line in report.cardLines(\.sentence) { text += "    \(TerminalText.visible(line))\n" }
    text += profiles
    text += list("Chosen profiles", summary.chosenProfiles)
    text += table("Not judged by profiles that are not there", report.missingProfiles)
    text += table("Skipped files", summary.filesSkippedByKind)
    text += list("Clinical documents, which are not judged", report.counts.documents.lines(20))
    text += table("Not judged", report.notJudged) { $0.replacing("-", with: " ") }
    text += list("Not read", summary.unreadable.map { $0.path + ": " + $0.reason })
    if !report.faults.isEmpty { text += heading("Faults of files") }
    text += faults
    return text + heading("Receipt") + report.receiptLines.map { "  \($0)\n" }.joined()
  }

  /// The first places of each fault. Where a file is cut off comes first, since that explains what is missing.
  private var faults: String {
    let cut: ByteText = "source/truncated"
    let counts = report.faultCounts.sorted { ($0.key == cut ? 0 : 1, $0.key) < ($1.key == cut ? 0 : 1, $1.key) }
    return counts.map { rule, count in
      let shown = report.faults.filter { $0.finding.rule.rawValue.byBytes == rule }.prefix(3)
      let more = count > shown.count ? "  \(String(grouped: count - shown.count)) more of \(rule)\n" : ""
      return shown.map { "  \(TerminalText.visible(FileFaults.sentence(of: $0)))\n" }.joined() + more
    }.joined()
  }

  func heading(_ title: String) -> String { "\n" + style(.strong, title) + "\n" }

  /// Observations that were not classified by a single published category code, with or without a clinical type.
  private var weakerGrounds: [ByteText: Int] {
    let census = report.counts.records.census
    return [
      "inferred from LOINC codes: no category says anything": census.inferred,
      "told from the words of a category, not from a code": census.fromWords,
      "in categories that exclude each other; social history went first, then vital signs": census.ambiguous,
    ].filter { $0.value > 0 }
  }

  private var tellings: [ByteText: Int] {
    var counts: [ByteText: Int] = [:]
    for (release, reasons) in summary.releasesToldBy {
      for (name, count) in reasons {
        let reason = ReleaseReason(rawValue: name.string).map(SummaryPage.sentence) ?? name.string
        counts["\(release), by \(reason)".byBytes] = count
      }
    }
    return counts
  }

  /// A heading and the counts, the largest first, then by name.
  private func table(_ title: String, _ counts: [ByteText: Int], _ label: (String) -> String = { $0 }) -> String {
    let rows = counts.commonestFirst.map { (number: $0.value, what: TerminalText.visible(label($0.key.string))) }
    if rows.isEmpty { return "" }
    return heading(title) + wrapped.lines(of: rows, after: "  ").joined(separator: "\n") + "\n"
  }

  /// The results for profiles, and how often their must-support elements are present: a line for each.
  var profiles: String {
    let profiles = report.counts.tally.profileCounts.inOrder.flatMap { url, counts in
      [MaskedAddress.text(url.string), "  " + Self.sentence(counts)]
    }
    let guides = report.guides.inOrder.flatMap { source, found in
      [source.string]
        + SummaryReport.GuideFit.all(in: found).flatMap { guide in
          guide.versions.map { version, counts in
            let best = version == guide.best ? "; fits best" : ""
            return "  \(guide.name) \(version): \(Self.sentence(counts))\(best)"
          }
        }
    }
    let elements = report.counts.tally.mustSupport.inOrder.flatMap { url, elements in
      [MaskedAddress.text(url.string)]
        + elements.inOrder.map { "  \(String(grouped: $1.present)), \(String(grouped: $1.absent))  \($0)" }
    }
    return list("Profiles", profiles) + list("Guides", guides)
      + list("Elements that have to be supported: present, absent", elements)
  }

  private func list(_ title: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : heading(title) + lines.map { "  \(TerminalText.visible($0))\n" }.joined()
  }

  private static func sentence(_ counts: ProfileCounts) -> String {
    "claimed \(String(grouped: counts.claimed)), met \(String(grouped: counts.met)), "
      + "broken \(String(grouped: counts.broken)), undecided \(String(grouped: counts.undecided))"
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
    case .stub: "the list of records of the export"
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

  static func sentence(_ standing: HealthCard.Standing) -> String {
    switch standing {
    case .verified: "verified"
    case .noKey: "not verified: no key of the issuer was given"
    case .unreadable: "not verified: the card cannot be read"
    case .wrongSignature: "not to be believed: the signature is wrong"
    case .unknownKey: "not to be believed: the issuer does not have the key"
    case .invalidKey: "not verified: the key breaks the rules for keys"
    case .wrongIssuer: "not to be believed: signed by another issuer"
    case .notYetValid: "not valid yet"
    case .expired: "expired"
    case .revoked: "revoked by the issuer"
    }
  }
}
