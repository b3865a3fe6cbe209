import FHIRDiagnostics
import ClinicalSources
import FHIRReporting

/// The end of every run: the summary, the state of the output, the exit code.
struct ReportEnding {
  let invocation: Invocation
  let context: CommandContext

  /// Writes the end of the report, after all inputs.
  ///
  /// - Parameters:
  ///   - tool: the tool's description for the HTML page.
  ///   - contents: the content of the records for that page.
  func write(
    _ counted: ReportSummary, _ output: OrderedOutput, _ tool: ReportTool,
    contents: ReportContents = ReportContents()
  ) -> ExitCode {
    var summary = output.redacted(counted)
    summary.unreadable = output.outcome.unreadable
    let statistics = summary.statistics
    let page = output.page
    output.writeEnd { renderer, listed, bytes in
      // If reading a file failed, its issues may be listed without being counted.
      summary.issuesNotListed = max(0, summary.issueCount - listed)
      // Only in reports that are made for it, or on request.
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

  /// The exit code of the process; explains on standard error why nothing was judged.
  func exitCode(of summary: ReportSummary, _ output: OrderedOutput) -> ExitCode {
    // It is not a failure if a reader such as `head` closes the output.
    let failures = output.close().filter { !$0.error.isClosedPipe }
    for failure in failures { context.report("\(failure.name): \(failure.error.reason)") }
    if !failures.isEmpty { return .failure }
    if !summary.unreadable.isEmpty { return .failure }
    if case .failed = summary.identity { return .failure }
    if let reason = NothingJudged(summary: summary).sentence, demandsJudgement, !invocation.allowsEmpty {
      context.report(reason + "; --allow-empty accepts that")
      return .failure
    }
    if let threshold, summary.issues.contains(where: { $0.key >= threshold && $0.value > 0 }) { return .findings }
    if listsNoFindings, FileFaults.hasErrors(summary.rules) { return .findings }
    guard invocation.failsOnUnjudged, !summary.isJudgedWhole else { return .success }
    if summary.unjudgedParts > 0 {
      context.report(
        "parts of records were not judged, \(summary.unjudgedParts) times: definitions are missing or faulty "
          + "(--guide and --definitions give them), or a limit was met")
    }
    return .findings
  }

  /// Whether a run that judged nothing has failed; for `path`, no result is a result.
  private var demandsJudgement: Bool {
    if case .path = invocation.action { false } else { true }
  }

  /// Whether the command only counts findings: then the exit code is about what could not be read, not about records.
  private var listsNoFindings: Bool {
    switch invocation.action {
    case .summary, .records: true
    default: false
    }
  }

  /// The least severity that makes the exit code 1.
  private var threshold: Severity? { listsNoFindings ? nil : invocation.failOn.threshold }
}
