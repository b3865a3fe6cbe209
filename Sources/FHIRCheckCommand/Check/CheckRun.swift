import Diagnostics
import FHIRSchema
import FHIRValidation
import Reporting

/// One run of `fhircheck check`: all inputs, on several threads, into one report.
struct CheckRun<Checker: RecordChecker> {
  let invocation: Invocation
  let paths: [String]
  let context: CommandContext
  let checker: Checker

  func run() -> ExitCode {
    let items = InputList(paths).items
    let renderer = invocation.renderer(in: context)
    let limit = invocation.isQuiet ? 0 : invocation.maxIssues
    let output = OrderedOutput(
      context: context, separator: renderer.separator, limit: limit,
      progress: ProgressLine(
        context: context, total: items.count, isShown: context.errorIsTerminal && invocation.showsProgress))
    let tool = ReportTool(name: "fhircheck", version: Version.current, release: checker.release.name)
    var bytes: [UInt8] = []
    renderer.renderStart(tool, into: &bytes)
    output.write(bytes)

    let shared = Monitor(Shared())
    let job = FileJob(
      checker: checker, renderer: renderer, source: invocation.source, limit: limit,
      standardInput: context.standardInput, output: output)
    let threads = min(invocation.jobs ?? Threads.coreCount, items.count)
    Threads.run(count: threads) {
      var reader = InputReader()
      var counts = Counts()
      while !output.isBroken, let index = shared.withLock({ $0.take(of: items.count) }) {
        job.run(items[index], index, &reader, &counts)
      }
      let total = counts
      shared.withLock { $0.counts.merge(total) }
    }
    return finish(shared.withLock { $0.counts }, output, renderer)
  }

  private func finish(_ counts: Counts, _ output: OrderedOutput, _ renderer: any ReportRenderer) -> ExitCode {
    ReportEnding(invocation: invocation, context: context).write(counts.summary, output, renderer)
  }

  /// What workers share besides the output.
  private struct Shared {
    private var next = 0
    var counts = Counts()

    mutating func take(of count: Int) -> Int? {
      guard next < count else { return nil }
      defer { next += 1 }
      return next
    }
  }
}

/// What a worker counts; sums do not depend on who counted what.
struct Counts: Sendable {
  var tally = ValidationTally()
  var files = 0
  var filesWithIssues = 0
  var filesSkipped = 0

  mutating func add(_ tally: ValidationTally) {
    files += 1
    if tally.issues.contains(where: { $0.value > 0 }) { filesWithIssues += 1 }
    self.tally.merge(tally)
  }

  mutating func merge(_ other: Counts) {
    tally.merge(other.tally)
    files += other.files
    filesWithIssues += other.filesWithIssues
    filesSkipped += other.filesSkipped
  }

  var summary: ReportSummary {
    var summary = ReportSummary()
    summary.files = files
    summary.filesWithIssues = filesWithIssues
    summary.filesSkipped = filesSkipped
    summary.records = tally.records
    summary.issues = tally.issues
    summary.resourceTypes = tally.resourceTypes
    summary.notChecked = tally.notChecked
    return summary
  }
}
