public import FHIRDiagnostics

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
    self.threshold = threshold
    self.failsOnUnjudged = failsOnUnjudged
    self.allowsEmpty = allowsEmpty
  }

  /// Whether an issue fails the run.
  public func fails(_ severity: Severity) -> Bool { threshold.map { severity >= $0 } ?? false }

  /// Whether the run fails, as far as its counts tell.
  func fails(_ summary: ReportSummary) -> Bool {
    failsAsUnjudged(summary) || summary.issues.contains { fails($0.key) && $0.value > 0 }
  }

  /// Whether the run fails because something was not judged.
  func failsAsUnjudged(_ summary: ReportSummary) -> Bool {
    if summary.verdict == .nothingJudged { return !allowsEmpty }
    if case .failed = summary.identity { return true }
    return failsOnUnjudged && !summary.isJudgedWhole
  }
}
