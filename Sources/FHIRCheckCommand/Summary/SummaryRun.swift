import RecordSources
import Reporting

/// One run of `fhircheck summary`: all inputs are read and judged as by `check`, and only counted.
struct SummaryRun<Checker: RecordChecker> {
  let invocation: Invocation
  let paths: [String]
  let context: CommandContext
  let checker: Checker

  func run() -> ExitCode {
    let items = InputList(paths).items
    // No issue is listed, so what renders them does not matter.
    let renderer = JSONLinesRenderer()
    let output = OrderedOutput(
      context: context, separator: renderer.separator, limit: 0,
      progress: ProgressLine(
        context: context, total: items.count, isShown: context.errorIsTerminal && invocation.showsProgress))
    let job = FileJob(
      checker: checker, renderer: renderer, source: invocation.source, limit: 0,
      standardInput: context.standardInput, output: output)
    let counts = InputLoop(items: items, threads: invocation.jobs ?? Threads.coreCount, job: job).run().counts

    let unreadable = output.outcome.unreadable
    let report = SummaryReport(
      counts, release: checker.release, source: invocation.source, unreadablePaths: unreadable.count)
    let style = TextStyle(isColored: invocation.usesColor(in: context))
    let text = invocation.format == .json ? report.json : SummaryPage(report: report, style: style).text
    output.write(Array(text.utf8))
    // A reader that has gone, such as `head`, has what it wanted.
    if let failure = output.close().failure, !failure.isClosedPipe {
      context.report("standard output: \(failure.reason)")
      return .failure
    }
    return unreadable.isEmpty ? .success : .failure
  }
}
