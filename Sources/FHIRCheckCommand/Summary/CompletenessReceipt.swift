import FHIRValidation
import ClinicalSources
import FHIRDiagnostics
import FHIRReporting
import FHIRSupport

/// Accounts for all input: nothing is dropped without being counted.
struct CompletenessReceipt {
  /// The stubs of exports; `nil` without an export.
  let stubs: ExportTally?
  /// Files that were read, files that were skipped because of their kind, files in archives that were not opened, and
  /// paths that could not be read.
  let filesRead: Int
  let filesSkipped: Int
  let filesNotOpened: Int
  let filesUnreadable: Int
  /// Places where a record is or was expected: those that were judged, and those that were not.
  let judged: Int
  let notJudged: Int
  /// Faults of files by rule.
  let faults: [ByteText: Int]

  var files: Int { filesRead + filesSkipped + filesNotOpened + filesUnreadable }
  var places: Int { judged + notJudged }

  init(_ counts: Counts, exports: ExportTally?, unreadablePaths: Int) {
    stubs = exports
    filesRead = counts.files
    filesSkipped = counts.filesSkipped.values.reduce(0, +)
    filesNotOpened = counts.filesNotOpened
    filesUnreadable = unreadablePaths
    notJudged = counts.tally.notJudged.values.reduce(0, +)
    judged = counts.tally.records - counts.tally.notJudged[.otherRelease, default: 0]
    faults = [ByteText: Int](
      uniqueKeysWithValues: FileFaults.counts(in: counts.tally.findings).byRule.map {
        ($0.key.rawValue.byBytes, $0.value)
      })
  }

  /// Writes the receipt as a JSON object.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
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
          "found": files, "read": filesRead, "skipped": filesSkipped, "notOpened": filesNotOpened,
          "unreadable": filesUnreadable,
        ])
      writer.member("places", ["found": places, "judged": judged, "notJudged": notJudged])
      writer.member("faults", faults)
    }
  }

  /// The receipt as sentences.
  ///
  /// - Parameter amount: formats a number with its noun, `1 file`.
  func lines(_ amount: (_ number: Int, _ one: String, _ many: String) -> String) -> [String] {
    var lines: [String] = []
    if let stubs {
      lines.append(
        amount(stubs.stubs, "stub", "stubs") + ": \(stubs.joined) with a file, "
          + "\(stubs.stubsOfSameFile) for a file that has one, \(stubs.stubsWithoutFile) without a file")
      lines.append(
        amount(stubs.joined + stubs.filesWithoutStub, "file of a record", "files of records")
          + ": \(stubs.joined) with a stub, \(stubs.filesWithoutStub) without a stub")
    }
    lines.append(
      amount(files, "file", "files")
        + ": \(filesRead) read, \(filesSkipped) skipped, \(filesNotOpened) not opened, \(filesUnreadable) not readable")
    let total = faults.values.reduce(0, +)
    if total > 0 {
      lines.append(
        amount(total, "fault of a file", "faults of files") + ": "
          + faults.sorted { $0.key < $1.key }.map { "\($0.key.string) \($0.value)" }.joined(separator: ", "))
    }
    lines.append(
      amount(places, "place", "places") + " where a record stands or should: \(judged) judged, \(notJudged) not judged")
    return lines
  }
}

/// The findings about files, archives and exports, for commands that list no findings.
enum FileFaults {
  /// Those among some counts.
  static func counts(in findings: FindingCounts) -> FindingCounts {
    var counts = FindingCounts()
    findings.forEach { rule, severity, count in
      if RuleCatalog.sources[rule] != nil { counts.add(rule, severity, count) }
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
