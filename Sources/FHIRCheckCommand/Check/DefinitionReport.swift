import FHIRDiagnostics
import FHIRProfiles
import FHIRValidation

/// Reports the faults of definitions: after the issues of all inputs, by file and place.
struct DefinitionReport {
  let reports: ReportSet
  let plan: FindingPlan
  let output: OrderedOutput
  /// The number of the first file of definitions among the files of the run.
  let first: Int

  /// Writes findings, and adds them to the counts.
  ///
  /// - Returns: what was kept of them.
  func write(_ faults: [ProfileFault], _ counts: inout Counts) -> FindingDesk {
    let worker = Worker(countsSources: false, countsDates: false, collector: nil, plan: plan)
    var rest = faults[...]
    for number in first... {
      guard let file = rest.first?.file else { break }
      let findings = rest.prefix { $0.file == file }.map(\.diagnostic)
      rest = rest.dropFirst(findings.count)
      worker.desk.begin(file)
      let source = GivenDefinitions.source(file)
      let places = source.map(Places.init)
      let listed = output.outcome.listed.max() ?? 0
      var writer = IssueWriter(
        file: file, number: number, source: nil, reports: reports, desk: worker.desk,
        limit: plan.limit.map { max(0, $0 - listed) }, isText: source != nil)
      try? writer.write(
        findings, feed: { try places?.feed(&$0) }, rewind: { try source?.rewind() },
        handOut: { output.appendAtEnd($0) })
      output.appendAtEnd(writer.takePiece())
      var tally = ValidationTally()
      for finding in findings { tally.findings.add(finding.rule, finding.severity) }
      counts.note(worker.take(tally), of: number)
    }
    return worker.desk
  }
}
