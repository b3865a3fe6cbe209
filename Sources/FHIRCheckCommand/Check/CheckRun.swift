import FHIRDiagnostics
import FHIRSchema
import FHIRValidation
import ClinicalSources
import FHIRReporting

/// One run of `fhircheck check`: all inputs, on several threads, into one report.
struct CheckRun<Checker: RecordChecker> {
  let invocation: Invocation
  let inputs: InputList
  let context: CommandContext
  let checker: Checker

  func run() -> ExitCode {
    let partBytes = invocation.partBytes(in: context)
    let items = inputs.items
    let exports = ExportSet(items)
    let renderer = invocation.renderer(in: context)
    let output = OrderedOutput(
      context: context, separator: renderer.separator, limit: limit,
      progress: ProgressLine(
        context: context, total: items.count, isShown: context.errorIsTerminal && invocation.showsProgress))
    let tool = ReportTool(name: "fhircheck", version: Version.current, release: checker.release.name)
    var bytes: [UInt8] = []
    renderer.renderStart(tool, into: &bytes)
    output.write(bytes)

    let job = FileJob(
      checker: checker, renderer: renderer, source: invocation.source, release: invocation.release, exports: exports,
      limit: limit, output: output, allowsEmpty: invocation.allowsEmpty)
    let identity = IdentityRun(invocation: invocation, context: context, items: items, exports: exports)
    var (counts, collectors) = InputLoop(
      items: items, threads: invocation.threads(in: context), partBytes: partBytes, job: job,
      makeCollector: identity.makeCollector()
    ).run()
    let compared = identity.compare(collectors, into: output, renderer, limit: limit)
    collectors = []
    counts.filesSkipped.merge(inputs.passedOver, uniquingKeysWith: +)
    if let found = compared.counts {
      counts.tally.issues.merge(found.issues, uniquingKeysWith: +)
      counts.filesWithIssues.formUnion(found.files)
    }
    var summary = counts.summary
    summary.identity = compared.state
    return ReportEnding(invocation: invocation, context: context).write(summary, output, renderer)
  }

  /// How many issues may be listed.
  private var limit: Int? { invocation.isQuiet ? 0 : invocation.maxIssues }
}
