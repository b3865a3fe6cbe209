import FHIRDiagnostics
import FHIRText

/// The result of a run.
public enum ReportVerdict: String, CaseIterable, Hashable, Sendable {
  /// All input was judged, without an error.
  case valid = "valid"
  /// The judged inputs have no error, and something was not judged.
  case validAsFarAsJudged = "valid-as-far-as-judged"
  /// The judged inputs have no error, and something failed: a path could not be read, or records could not be compared.
  case incomplete = "incomplete"
  /// There are errors.
  case notValid = "not-valid"
  /// Nothing was judged, so nothing is known.
  case nothingJudged = "nothing-judged"
}

extension ReportSummary {
  /// Files that were found, except archives and the like, and except reports of fhircheck.
  public var filesFound: Int {
    let reports = filesSkippedByKind[OwnReport.name.byBytes, default: 0]
    return files - filesOfOtherUse + filesSkipped - reports + filesNotOpened + unreadable.count
  }
  /// Files in which something was judged: a record, or an error where a record was expected.
  public var filesJudged: Int { files - filesOfOtherUse - filesNotJudged }
  /// Records, and other values where a record was expected.
  public var recordsFound: Int { recordsJudged + notJudged.values.reduce(0, +) }
  /// Records that were judged.
  public var recordsJudged: Int { records - recordsNotJudged }

  /// Whether all files and records that were found were judged.
  public var isJudgedWhole: Bool { filesJudged == filesFound && recordsJudged == recordsFound }

  /// The result of the run.
  public var verdict: ReportVerdict {
    if filesJudged == 0 { return .nothingJudged }
    if issues.contains(where: { $0.key >= .error && $0.value > 0 }) { return .notValid }
    if case .failed = identity { return .incomplete }
    if !unreadable.isEmpty { return .incomplete }
    return isJudgedWhole ? .valid : .validAsFarAsJudged
  }
}
