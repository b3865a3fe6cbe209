import FHIRValidation
import FHIRReporting
import FHIRText

/// Explains on standard error why a run judged nothing.
struct NothingJudged {
  let summary: ReportSummary

  /// The sentence; `nil` if something was judged.
  var sentence: String? {
    if summary.subject == .propertyLists { return summary.files == 0 ? "no property list was read" : nil }
    guard summary.verdict == .nothingJudged else { return nil }
    return "nothing was judged: " + (reasons.isEmpty ? "no file was found" : reasons.joined(separator: ", "))
  }

  private var reasons: [String] {
    var reasons: [String] = []
    if summary.filesSkipped > 0 {
      let kinds = summary.filesSkippedByKind.sorted { $0.key < $1.key }
      reasons.append(
        amount(summary.filesSkipped, "file", "files") + " skipped ("
          + kinds.map { "\($0.value) \($0.key)" }.joined(separator: ", ") + ")")
    }
    for (reason, one, many) in NothingJudged.words {
      let count = summary.notJudged[reason.rawValue.byBytes, default: 0]
      if count > 0 { reasons.append(amount(count, one, many)) }
    }
    if reasons.isEmpty, summary.files > 0 { reasons.append("no record in \(amount(summary.files, "file", "files"))") }
    return reasons
  }

  /// The reasons that leave a file without a verdict; all others are errors where a record was expected.
  private static let words: [(reason: NotJudged, one: String, many: String)] = [
    (.empty, "empty text", "empty texts"), (.notOpened, "file not opened", "files not opened"),
    (.otherRelease, "record of another release", "records of another release"),
  ]

  private func amount(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
