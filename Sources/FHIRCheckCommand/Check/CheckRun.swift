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
    let reports: ReportSet
    do throws(ReportFailure) {
      reports = try invocation.reportSet(of: items, in: context)
    } catch {
      context.report("\(error.name): \(error.error.reason)")
      return .failure
    }
    let output = OrderedOutput(
      context: context, reports: reports, limit: limit,
      progress: ProgressLine(
        context: context, total: items.count, isShown: context.errorIsTerminal && invocation.showsProgress))
    let tool = ReportTool(name: "fhircheck", version: Version.current, release: checker.release.name)
    output.write { renderer, bytes in renderer.renderStart(tool, into: &bytes) }

    let job = FileJob(
      checker: checker, reports: reports, source: invocation.source, release: invocation.release,
      exports: exports,
      limit: limit, output: output, allowsEmpty: invocation.allowsEmpty)
    let identity = IdentityRun(invocation: invocation, context: context, items: items, exports: exports)
    var (counts, collectors) = InputLoop(
      items: items, threads: invocation.threads(in: context), partBytes: partBytes, job: job,
      countsContents: reports.hasPage, makeCollector: identity.makeCollector()
    ).run()
    let compared = identity.compare(collectors, into: output, reports, limit: limit)
    collectors = []
    counts.filesSkipped.merge(inputs.passedOver, uniquingKeysWith: +)
    if let found = compared.counts {
      counts.tally.findings.merge(found.findings)
      counts.filesWithIssues.formUnion(found.files)
    }
    var summary = counts.summary
    summary.identity = compared.state
    return ReportEnding(invocation: invocation, context: context).write(
      summary, output, tool, contents: counts.counted.contents)
  }

  /// How many issues may be listed.
  private var limit: Int? { invocation.isQuiet ? 0 : invocation.maxIssues }
}
