import FHIRDiagnostics
import ClinicalSources
import FHIRReporting

/// How a run ends, whatever it has read: the summary, what became of the output, the exit code.
struct ReportEnding {
  let invocation: Invocation
  let context: CommandContext

  /// Writes the end of the report, once all inputs are finished.
  ///
  /// - Parameter listed: how many issues were listed, where that are not those that were written: one may stand for more.
  func write(
    _ counted: ReportSummary, _ output: OrderedOutput, _ renderer: any ReportRenderer, listed: Int? = nil
  ) -> ExitCode {
    let outcome = output.outcome
    var summary = counted
    summary.unreadable = outcome.unreadable
    // Of a file that broke off while it was read issues may be listed that no count has.
    summary.issuesNotListed = max(0, summary.issueCount - (listed ?? outcome.listed))
    var bytes: [UInt8] = []
    renderer.renderEnd(summary, into: &bytes)
    output.write(bytes)
    return exitCode(of: summary, output)
  }

  /// What the process ends with; says why where nothing was judged.
  func exitCode(of summary: ReportSummary, _ output: OrderedOutput) -> ExitCode {
    // A reader that has gone, such as `head`, has what it wanted.
    if let failure = output.close().failure, !failure.isClosedPipe {
      context.report("standard output: \(failure.reason)")
      return .failure
    }
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

extension Invocation {
  /// Writes the report in the format that was asked for.
  func renderer(in context: CommandContext) -> any ReportRenderer {
    switch format {
    case .text:
      TextRenderer(
        colors: usesColor(in: context), width: context.outputWidth, statistics: findings.showsStatistics)
    case .json: JSONRenderer()
    case .jsonl: JSONLinesRenderer()
    }
  }
}
