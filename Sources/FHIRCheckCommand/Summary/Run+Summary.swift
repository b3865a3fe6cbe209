import FHIRReporting

extension Run {
  /// `fhircheck summary`: all inputs are read, validated and compared as by `check`, and only counted.
  func summary(_ checker: any RecordChecker, _ inputs: InputList) -> ExitCode {
    let redaction = invocation.redacts ? Redaction(ofFiles: inputs.items.map(\.name)) : nil
    // Keeps what a person's page shows.
    let collector = invocation.format == .html ? PersonCollector(redaction) : nil
    let exports = ExportSet(inputs.items)
    var plan = FindingPlan(redaction: redaction, keepsFaults: true)
    plan.reports = [Report(collector ?? Report.AtTheEnd(), in: context)]
    // Only a person's page needs more of findings than their number.
    plan.reports[0].limit = collector == nil ? 0 : nil
    let rows = collector.map { collector -> any RecordChecker in
      RecordsChecker(checker: checker, maker: PersonRowMaker(collector: collector), listsFindings: true)
    }
    let loop = InputLoop(rows ?? checker, invocation, inputs, exports, plan, in: context)
    let sum = loop.run(comparesRecords: invocation.checksIdentity, counting: collector == nil ? .sources : .dates)
    var groups = IdentityGroups()
    let compared = collector == nil ? loop.compareRecords(sum) : loop.compareRecords(sum) { groups.add($0) }
    // Two files of each number may have findings of their own and of the comparison.
    sum.report(checker.definitionFaults, from: 2 * inputs.items.count)
    var summary = sum.counts.summary
    summary.identity = compared.state
    summary.unreadable = loop.output.unreadable
    summary.chosenProfiles = checker.chosenProfiles(summary, sum.counts.tally)
    var report = SummaryReport(
      sum.counts, summary, exports: exports, identity: compared.found, faults: sum.faults.listed, items: inputs.items)
    if let redaction { report.redact(redaction) }
    let text: String
    if let collector {
      let contents = sum.counts.records.contents
      let (tool, today) = (checker.tool(invocation.release), context.today())
      let page = PersonReport(today, tool, report, collector.kept, contents, groups, inputs.items, exports, redaction)
      text = PersonPage(page).html
    } else if invocation.format == .json {
      text = report.json
    } else {
      let page = SummaryPage(
        report: report, style: TextStyle(isColored: invocation.usesColor(in: context)), wrapped: context.wrapped)
      text = context.wrapped.text(page.text, indent: 6)
    }
    loop.output.write { _, _, bytes in bytes += text }
    // This also ends the output.
    let code = loop.output.exitCode(of: summary, for: invocation)
    return checker.failure(summary, of: invocation, in: context) ?? code
  }
}
