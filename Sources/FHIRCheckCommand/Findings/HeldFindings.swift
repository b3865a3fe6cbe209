import FHIRReporting

/// Writes the issues that were chosen from all of a run, when the run is over.
struct HeldFindings {
  let reports: ReportSet
  let output: OrderedOutput

  /// Writes them by file.
  ///
  /// - Returns: how many issues the reader is told of, one by one or as more of the same.
  func write(_ share: FairShare) -> Int {
    var rest = share.listed[...]
    var count = 0
    while let first = rest.first {
      let issues = rest.prefix { $0.file == first.file }
      rest = rest[issues.endIndex...]
      var writer = IssueWriter(
        file: first.file, number: 0, source: first.source, reports: reports.ofRedacted,
        desk: FindingDesk(FindingPlan()),
        limit: nil)
      for issue in issues {
        writer.append(issue) { output.appendAtEnd($0) }
        count += 1 + issue.repeats
      }
      output.appendAtEnd(writer.takePiece())
    }
    return count
  }
}
