import Diagnostics
import FHIRSchema
import Reporting

/// One run of `fhircheck check`: all inputs, on several threads, into one report.
struct CheckRun<Checker: RecordChecker> {
  let invocation: Invocation
  let paths: [String]
  let context: CommandContext
  let checker: Checker

  func run() -> ExitCode {
    let items = InputList(paths).items
    let renderer = renderer
    let limit = invocation.isQuiet ? 0 : invocation.maxIssues
    let output = OrderedOutput(
      context: context, separator: renderer.separator, limit: limit,
      progress: ProgressLine(
        context: context, total: items.count, isShown: context.errorIsTerminal && invocation.showsProgress))
    let tool = ReportTool(name: "fhircheck", version: Version.current, release: checker.release.name)
    var bytes: [UInt8] = []
    renderer.renderStart(tool, into: &bytes)
    output.write(bytes)

    let job = FileJob(
      checker: checker, renderer: renderer, source: invocation.source, limit: limit,
      standardInput: context.standardInput, output: output)
    let counts = InputLoop(items: items, threads: invocation.jobs ?? Threads.coreCount, job: job).run()
    return finish(counts, output, renderer)
  }

  private func finish(_ counts: Counts, _ output: OrderedOutput, _ renderer: any ReportRenderer) -> ExitCode {
    let outcome = output.outcome
    var summary = counts.summary
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

  private var renderer: any ReportRenderer {
    switch invocation.format {
    case .text: TextRenderer(colors: invocation.usesColor(in: context))
    case .json: JSONRenderer()
    case .jsonl: JSONLinesRenderer()
    }
  }
}
