import FHIRReporting

/// Writes at the end of a run the issues that were selected from all of them.
struct HeldFindings {
  /// The reports that list them.
  let reports: ReportSet
  let output: OrderedOutput

  /// Writes them by file.
  func write(_ share: FairShare) {
    var rest = share.listed[...]
    while let first = rest.first {
      let issues = rest.prefix { $0.file == first.file }
      rest = rest[issues.endIndex...]
      var writer = IssueWriter(
        file: first.file, number: 0, source: first.source, reports: reports, desk: FindingDesk(FindingPlan()),
        limit: nil)
      for issue in issues { writer.append(issue) { output.appendAtEnd($0) } }
      output.appendAtEnd(writer.takePiece())
    }
  }
}
