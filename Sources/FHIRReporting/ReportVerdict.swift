public import FHIRFindings

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
  /// The kinds of skipped files that are no input: what the run writes, configurations, and what the caller excludes.
  package enum NoInput: String, CaseIterable {
    case written = "written by this run"
    case configuration
    case excluded
  }

  /// Files that were found, except archives and the like, and except those that are not input.
  public var filesFound: Int {
    let others = NoInput.allCases.reduce(0) { $0 + filesSkippedByKind[$1.rawValue.byBytes, default: 0] }
    return files - filesOfOtherUse + filesSkipped - others + filesNotOpened + unreadable.count
  }
  /// Files in which something was judged: a record, or an error where a record was expected.
  public var filesJudged: Int { files - filesOfOtherUse - filesNotJudged }
  /// Records, and other values where a record was expected.
  public var recordsFound: Int { recordsJudged + notJudged.values.reduce(0, +) }
  /// Records that were judged.
  public var recordsJudged: Int { records - recordsNotJudged }
  /// Whether all that was found was judged, no part of a record left out for want of a definition or due to a limit.
  public var isJudgedWhole: Bool { filesJudged == filesFound && recordsJudged == recordsFound && unjudgedParts == 0 }

  /// The result of the run.
  public var verdict: ReportVerdict {
    if filesJudged == 0 { return .nothingJudged }
    if bySeverity.contains(where: { $0.key >= .error && $0.value > 0 }) { return .notValid }
    if case .failed = identity { return .incomplete }
    if !unreadable.isEmpty { return .incomplete }
    return isJudgedWhole ? .valid : .validAsFarAsJudged
  }

  /// The result for people. Input whose errors are known is not called valid.
  var verdictInWords: String {
    if hidesErrors, verdict == .valid || verdict == .validAsFarAsJudged {
      return (findingCount > 0 ? "No new errors" : "No new findings") + (verdict == .valid ? "" : " as far as judged")
    }
    return switch verdict {
    case .valid: findingCount > 0 ? "Valid, with remarks" : "Valid"
    case .validAsFarAsJudged: "Valid as far as judged"
    case .incomplete: "Incomplete"
    case .notValid: "Not valid"
    case .nothingJudged: "Nothing judged"
    }
  }

  /// Whether errors are among the findings that the baseline has.
  var hidesErrors: Bool { setAside?.known.bySeverity.contains { $0.key >= .error && $0.value > 0 } ?? false }
}

/// What makes a run fail, for formats in which an issue passes or fails.
public struct FailureCriteria: Hashable, Sendable {
  /// The least severity of an issue that fails the run; `nil` if none does.
  public var threshold: Severity?
  /// Whether a file or a record that was not judged fails the run.
  public var failsOnUnjudged: Bool
  /// Whether a run that judged nothing passes.
  public var allowsEmpty: Bool

  /// Makes criteria: errors fail the run, and a run that judged nothing has failed.
  public init(threshold: Severity? = .error, failsOnUnjudged: Bool = false, allowsEmpty: Bool = false) {
    (self.threshold, self.failsOnUnjudged, self.allowsEmpty) = (threshold, failsOnUnjudged, allowsEmpty)
  }

  /// Whether an issue fails the run.
  public func fails(_ severity: Severity) -> Bool { threshold.map { severity >= $0 } ?? false }

  /// Whether the run fails, as far as its counts tell.
  func fails(_ summary: ReportSummary) -> Bool {
    failsAsUnjudged(summary) || summary.bySeverity.contains { fails($0.key) && $0.value > 0 }
  }

  /// Whether the run fails because something was not judged.
  func failsAsUnjudged(_ summary: ReportSummary) -> Bool {
    if summary.verdict == .nothingJudged { return !allowsEmpty }
    if case .failed = summary.identity { return true }
    return failsOnUnjudged && !summary.isJudgedWhole
  }
}
