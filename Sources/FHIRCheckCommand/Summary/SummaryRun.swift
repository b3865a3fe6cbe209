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
    let redaction = invocation.redacts ? Redaction(inputs.items) : nil
    guard invocation.format == .html else { return run(checker, redaction) }
    let collector = PersonCollector(redaction)
    let rows = RecordsChecker(checker: checker, maker: PersonRowMaker(collector), listsIssues: true)
    return run(rows, redaction, collector)
  }

  /// - Parameter collector: keeps what a person's page shows; `nil` for other formats.
  private func run(
    _ records: some RecordChecker, _ redaction: Redaction?, _ collector: PersonCollector? = nil
  ) -> ExitCode {
    let exports = ExportSet(inputs.items)
    var plan = FindingPlan(redaction: redaction, keepsFaults: true)
    // No finding is listed, so nothing is written before the end.
    plan.reports = [Report(PagePlaceholder(), in: context)]
    plan.reports[0].limit = 0
    if let collector { plan.reports.append(collector.report(in: context)) }
    let loop = InputLoop(records, invocation, inputs, exports, plan, in: context)
    let sum = loop.run(
      comparesRecords: invocation.checksIdentity, counting: collector == nil ? .sources : [.sources, .dates])
    var groups = IdentityGroups()
    let compared = collector == nil ? loop.compareRecords(sum) : loop.compareRecords(sum) { groups.add($0) }

    // The summary lists no findings.
    for fault in checker.definitionFaults where plan.redaction == nil {
      context.report("\(fault.file ?? ""): \(fault.diagnostic.message)")
    }
    var summary = sum.counts.summary
    summary.identity = compared.state
    summary.unreadable = loop.output.unreadable
    var report = SummaryReport(
      sum.counts, summary, exports: exports, identity: compared.found, faults: sum.flow.kept.faults.listed,
      items: inputs.items)
    if let redaction { report.redact(redaction) }
    loop.output.write { target, _, bytes in
      guard let collector, target.format == collector.format else { return }
      // The last lines, which would be written after the page.
      bytes.withUnsafeBytes { collector.read($0) }
      bytes = []
    }
    let text: String
    if let collector {
      let contents = sum.counts.records.contents
      let tool = checker.tool(invocation.release)
      text =
        PersonPage(PersonReport(tool, report, collector.kept, contents, groups, inputs.items, redaction)).html
    } else if invocation.format == .json {
      text = report.json
    } else {
      let page = SummaryPage(report: report, style: TextStyle(isColored: invocation.usesColor(in: context)))
      text = context.wrapped.text(page.text, indent: 6)
    }
    loop.output.write { target, _, bytes in if target.format != collector?.format { bytes += text } }
    let code = ReportEnding(invocation: invocation, output: loop.output).exitCode(of: summary)
    return checker.terminology.failure(in: context) ?? code
  }
}
