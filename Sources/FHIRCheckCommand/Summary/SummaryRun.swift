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
    let exports = ExportSet(inputs.items)
    var plan = FindingPlan(redaction: invocation.redacts ? Redaction(inputs.items) : nil, keepsFaults: true)
    // No finding is listed, so the renderer does not matter.
    plan.reports = [Report(JSONLinesRenderer(), in: context)]
    plan.reports[0].limit = 0
    let loop = InputLoop(checker, invocation, inputs, exports, plan, in: context)
    let sum = loop.run(comparesRecords: invocation.checksIdentity, counting: .sources)
    let compared = loop.compareRecords(sum)

    // The summary lists no findings.
    for fault in checker.definitionFaults where plan.redaction == nil {
      context.report("\(fault.file ?? ""): \(fault.diagnostic.message)")
    }
    var summary = sum.counts.summary
    summary.identity = compared.state
    summary.unreadable = loop.output.unreadable
    var report = SummaryReport(
      sum.counts, summary, exports: exports, identity: compared.found, faults: sum.flow.kept.faults.listed)
    if let redaction = plan.redaction { report.redact(redaction) }
    let style = TextStyle(isColored: invocation.usesColor(in: context))
    let text = invocation.format == .json ? report.json : SummaryPage(report: report, style: style).text
    loop.output.write { _, _, bytes in bytes.append(contentsOf: text.utf8) }
    return ReportEnding(invocation: invocation, output: loop.output).exitCode(of: summary)
  }
}
