import FHIRDiagnostics
import FHIRProfiles
import FHIRSchema
import ClinicalSources
import FHIRReporting

/// One run of `fhircheck summary`: all inputs are read, validated and compared as by `check`, and only counted.
struct SummaryRun<Checker: RecordChecker> {
  let invocation: Invocation
  let inputs: InputList
  let context: CommandContext
  let checker: Checker

  func run() -> ExitCode {
    let partBytes = invocation.partBytes(in: context)
    let items = inputs.items
    let exports = ExportSet(items)
    let redaction = invocation.redacts ? Redaction(items) : nil
    // No issue is listed, so the renderer does not matter.
    let reports = ReportSet(JSONLinesRenderer(), redaction: redaction, in: context)
    var plan = FindingPlan()
    plan.listings = [.asTheyCome(limit: 0)]
    plan.keepsFaults = true
    let output = invocation.output(to: reports, limit: 0, of: items, in: context)
    let job = FileJob(
      checker: checker, reports: reports, source: invocation.source, release: invocation.release, exports: exports,
      plan: plan, output: output, allowsEmpty: invocation.allowsEmpty)
    let identity = IdentityRun(invocation: invocation, context: context, items: items, exports: exports)
    var (counts, desk, collectors) = InputLoop(
      items: items, threads: invocation.threads(in: context), partBytes: partBytes, job: job,
      countsSources: true,
      makeCollector: identity.makeCollector()
    ).run()
    let compared = identity.compare(collectors, into: output, reports, plan)
    collectors = []
    counts.filesSkipped.merge(inputs.passedOver, uniquingKeysWith: +)

    // The summary lists no findings.
    for fault in checker.definitionFaults where redaction == nil {
      context.report("\(fault.file ?? ""): \(fault.diagnostic.message)")
    }
    var summary = counts.summary
    summary.identity = compared.state
    summary.unreadable = output.outcome.unreadable
    var report = SummaryReport(
      counts, summary, exports: exports, identity: compared.found?.counts, faults: desk.faults.listed)
    if let redaction { report.redact(redaction) }
    let style = TextStyle(isColored: invocation.usesColor(in: context))
    let text = invocation.format == .json ? report.json : SummaryPage(report: report, style: style).text
    output.write { _, bytes in bytes.append(contentsOf: text.utf8) }
    return ReportEnding(invocation: invocation, context: context).exitCode(of: summary, output)
  }
}
