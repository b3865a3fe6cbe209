import FHIRDiagnostics
import ClinicalSources
import FHIRReporting

/// How a run ends, whatever it has read: the summary, what became of the output, the exit code.
struct ReportEnding {
  let invocation: Invocation
  let context: CommandContext

  /// Writes the end of the report, once all inputs are finished.
  ///
  /// - Parameters:
  ///   - tool: who signs the page for people.
  ///   - contents: what that shows of the records.
  func write(
    _ counted: ReportSummary, _ output: OrderedOutput, _ tool: ReportTool,
    contents: ReportContents = ReportContents()
  ) -> ExitCode {
    var summary = output.redacted(counted)
    summary.unreadable = output.outcome.unreadable
    let statistics = summary.statistics
    let page = output.page
    output.writeEnd { renderer, listed, bytes in
      // Of a file that broke off while it was read issues may be listed that no count has.
      summary.issuesNotListed = max(0, summary.issueCount - listed)
      // Only what was made for it, or asked for.
      let showsKinds = renderer is TextRenderer && !invocation.isQuiet || invocation.findings.showsStatistics
      summary.statistics = showsKinds ? statistics : nil
      guard renderer is PagePlaceholder else { return renderer.renderEnd(summary, into: &bytes) }
      HTMLReport(
        tool: tool, summary: summary, statistics: statistics ?? FindingStatistics(), listed: page.listed,
        contents: output.redacted(contents), rules: .all
      ).render(into: &bytes)
    }
    return exitCode(of: summary, output)
  }

  /// What the process ends with; says why where nothing was judged.
  func exitCode(of summary: ReportSummary, _ output: OrderedOutput) -> ExitCode {
    // A reader that has gone, such as `head`, has what it wanted.
    let failures = output.close().filter { !$0.error.isClosedPipe }
    for failure in failures { context.report("\(failure.name): \(failure.error.reason)") }
    if !failures.isEmpty { return .failure }
    if !summary.unreadable.isEmpty { return .failure }
    if case .failed = summary.identity { return .failure }
    if let reason = NothingJudged(summary).sentence, demandsJudgement, !invocation.allowsEmpty {
      context.report(reason + "; --allow-empty accepts that")
      return .failure
    }
    if let threshold, summary.issues.contains(where: { $0.key >= threshold && $0.value > 0 }) { return .findings }
    return invocation.failsOnUnjudged && !summary.isJudgedWhole ? .findings : .success
  }

  /// Whether a run in which nothing was judged has failed: for `path` no result is a result.
  private var demandsJudgement: Bool {
    if case .path = invocation.action { false } else { true }
  }

  /// The least severity that makes the exit code 1; a summary counts, and finds nothing.
  private var threshold: Severity? {
    if case .summary = invocation.action { nil } else { invocation.failOn.threshold }
  }
}
