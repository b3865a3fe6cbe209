import RecordSources
import Reporting

/// How a run ends, whatever it has read: the summary, what became of the output, the exit code.
struct ReportEnding {
  let invocation: Invocation
  let context: CommandContext

  /// Writes the end of the report, once all inputs are finished.
  func write(_ counted: ReportSummary, _ output: OrderedOutput, _ renderer: any ReportRenderer) -> ExitCode {
    let outcome = output.outcome
    var summary = counted
    summary.unreadable = outcome.unreadable
    // Of a file that broke off while it was read issues may be listed that no count has.
    summary.issuesNotListed = max(0, summary.issueCount - outcome.listed)
    var bytes: [UInt8] = []
    renderer.renderEnd(summary, into: &bytes)
    output.write(bytes)
    // A reader that has gone, such as `head`, has what it wanted.
    if let failure = output.close().failure, !failure.isClosedPipe {
      context.report("standard output: \(failure.reason)")
      return .failure
    }
    if !outcome.unreadable.isEmpty { return .failure }
    guard let threshold = invocation.failOn.threshold else { return .success }
    return summary.issues.contains { $0.key >= threshold && $0.value > 0 } ? .findings : .success
  }
}

extension Invocation {
  /// Writes the report in the format that was asked for.
  func renderer(in context: CommandContext) -> any ReportRenderer {
    switch format {
    case .text: TextRenderer(colors: usesColor(in: context))
    case .json: JSONRenderer()
    case .jsonl: JSONLinesRenderer()
    }
  }
}
