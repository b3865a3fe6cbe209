import FHIRFindings
import FHIRProfiles
import FHIRReporting

/// One run of `fhircheck summary`: all inputs are read, validated and compared as by `check`, and only counted.
struct SummaryRun {
  let invocation: Invocation
  let inputs: InputList
  let context: CommandContext
  let checker: any RecordChecker

  func run() -> ExitCode {
    let redaction = invocation.redacts ? Redaction(ofFiles: inputs.items.map(\.name)) : nil
    guard invocation.format == .html else { return run(checker, redaction) }
    let collector = PersonCollector(redaction)
    let rows = RecordsChecker(checker: checker, maker: PersonRowMaker(collector), listsFindings: true)
    return run(rows, redaction, collector)
  }

  /// - Parameter collector: keeps what a person's page shows; `nil` for other formats.
  private func run(
    _ records: any RecordChecker, _ redaction: Redaction?, _ collector: PersonCollector? = nil
  ) -> ExitCode {
    let exports = ExportSet(inputs.items)
    var plan = FindingPlan(redaction: redaction, keepsFaults: true)
    plan.reports = [Report(collector ?? Report.AtTheEnd(), in: context)]
    // Only a person's page needs more of findings than their number.
    plan.reports[0].limit = collector == nil ? 0 : nil
    let loop = InputLoop(records, invocation, inputs, exports, plan, in: context)
    let sum = loop.run(
      comparesRecords: invocation.checksIdentity, counting: collector == nil ? .sources : .dates)
    var groups = IdentityGroups()
    let compared = collector == nil ? loop.compareRecords(sum) : loop.compareRecords(sum) { groups.add($0) }

    // The summary lists no findings.
    for fault in checker.neededFaults where redaction == nil {
      context.report("\(fault.file ?? ""): \(fault.finding.message)")
    }
    var summary = sum.counts.summary
    summary.identity = compared.state
    summary.unreadable = loop.output.unreadable
    var report = SummaryReport(
      sum.counts, summary, exports: exports, identity: compared.found, faults: sum.faults.listed,
      items: inputs.items)
    if let redaction { report.redact(redaction) }
    let text: String
    if let collector {
      let contents = sum.counts.records.contents
      let (tool, today) = (checker.tool(invocation.release), context.today())
      text =
        PersonPage(
          PersonReport(today, tool, report, collector.kept, contents, groups, inputs.items, exports, redaction)
        ).html
    } else if invocation.format == .json {
      text = report.json
    } else {
      let page = SummaryPage(
        report: report, style: TextStyle(isColored: invocation.usesColor(in: context)), wrapped: context.wrapped)
      text = context.wrapped.text(page.text, indent: 6)
    }
    loop.output.write { _, _, bytes in bytes += text }
    return checker.terminology.failure(in: context) ?? loop.output.exitCode(of: summary, for: invocation)
  }
}
