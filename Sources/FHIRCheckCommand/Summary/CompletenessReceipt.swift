import FHIRValidation
import ClinicalSources
import FHIRDiagnostics
import FHIRReporting
import FHIRSupport

/// The receipt accounts for all input: nothing is dropped without being counted.
extension SummaryReport {
  /// Files that were read, files that were skipped because of their kind, files in archives that were not opened, and
  /// paths that could not be read.
  private var files: Int {
    summary.files + summary.filesSkipped + summary.filesNotOpened + summary.unreadable.count
  }

  /// Writes the members of the receipt.
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

  /// The receipt as sentences.
  var receiptLines: [String] {
    var lines: [String] = []
    if let stubs {
      let files = stubs.joined + stubs.filesWithoutStub
      lines = [
        String(counting: stubs.stubs, "stub", "stubs") + ": \(stubs.joined) with a file, "
          + "\(stubs.stubsOfSameFile) for a file that has one, \(stubs.stubsWithoutFile) without a file",
        String(counting: files, "file of a record", "files of records")
          + ": \(stubs.joined) with a stub, \(stubs.filesWithoutStub) without a stub",
      ]
    }
    lines.append(
      String(counting: files, "file", "files") + ": \(summary.files) read, \(summary.filesSkipped) skipped, "
        + "\(summary.filesNotOpened) not opened, \(summary.unreadable.count) not readable")
    let faults = faultCounts
    if !faults.isEmpty {
      lines.append(
        String(counting: faults.values.reduce(0, +), "fault of a file", "faults of files") + ": "
          + faults.sorted { $0.key < $1.key }.map { "\($0.key.string) \($0.value)" }.joined(separator: ", "))
    }
    let (found, judged) = (summary.recordsFound, summary.recordsJudged)
    lines.append(
      String(counting: found, "place", "places")
        + " where a record stands or should: \(judged) judged, \(found - judged) not judged")
    return lines
  }
}

/// The findings about files, archives and exports, for commands that list no findings.
enum FileFaults {
  /// Those among some counts.
  static func counts(in findings: FindingCounts) -> FindingCounts {
    var counts = FindingCounts()
    findings.forEach { rule, severity, count in
      if RuleCatalog.sources[rule] != nil || RuleCatalog.unreadableCards[rule] != nil {
        counts.add(rule, severity, count)
      }
    }
    return counts
  }

  /// Whether one of them is an error, which makes the exit code 1 as in a check.
  static func hasErrors(_ findings: FindingCounts) -> Bool {
    counts(in: findings).bySeverity.contains { $0.key >= .error }
  }

  /// One of them, with its file and rule.
  static func sentence(of fault: LocatedDiagnostic) -> String {
    "\(fault.file): \(fault.diagnostic.severity): \(MaskedAddress.text(fault.diagnostic.message))"
      + " (\(fault.diagnostic.rule.rawValue))"
  }
}
