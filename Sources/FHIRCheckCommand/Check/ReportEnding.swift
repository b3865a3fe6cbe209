import ClinicalRecords
import FHIRFindings
import FHIRValidation
import ClinicalSources
import FHIRReporting
import FHIRSupport

/// The end of every run: the summary, the state of the output, the exit code.
extension OrderedOutput {
  /// Writes the end of the report, after all inputs.
  ///
  /// - Parameters:
  ///   - tool: the tool's description for the HTML page.
  ///   - contents: the content of the records for that page.
  func end(
    _ counted: ReportSummary, of invocation: Invocation, _ tool: ReportTool,
    contents: ReportContents = ReportContents()
  ) -> ExitCode {
    var summary = counted
    summary.unreadable = unreadable
    let (statistics, notListed) = (summary.statistics, summary.notListed)
    write { report, listed, bytes in
      // If reading a file failed, its issues may be listed without being counted.
      summary.findingsNotListed = max(0, summary.findingCount - listed)
      summary.notListed = report.choice == .grouped ? notListed : nil
      summary.statistics = invocation.findings.showsStatistics ? statistics : nil
      guard report.format == .html else { return report.renderer.render(.end(summary), into: &bytes) }
      var shown = plan.redaction?.redacted(summary) ?? summary
      let types = shown.clinicalTypes.map { name, count in
        (ClinicalTypeIdentifier(rawValue: name.string)?.displayName.byBytes ?? name, count)
      }
      shown.clinicalTypes = [ByteText: Int](types, uniquingKeysWith: +)
      HTMLReport(
        tool: tool, summary: shown,
        statistics: statistics ?? FindingStatistics(), findings: plan.page?.findings ?? PageFindings(),
        contents: plan.redaction?.redacted(contents) ?? contents, rules: .all
      ).render(into: &bytes)
    }
    return exitCode(of: summary, for: invocation)
  }

  /// The exit code of the process; explains on standard error why nothing was judged.
  func exitCode(of summary: ReportSummary, for invocation: Invocation) -> ExitCode {
    // It is not a failure if a reader such as `head` closes the output.
    let failures = close().filter { !$0.isClosedPipe }
    for failure in failures { _ = context.fail(failure) }
    if !failures.isEmpty || !summary.unreadable.isEmpty { return .failure }
    if case .failed = summary.identity { return .failure }
    let lacksJudgement = invocation.command != .path && !invocation.allowsEmpty
    // For `path`, no result is a result.
    if lacksJudgement, let reason = whyNothingWasJudged(summary) {
      context.report(reason + "; --allow-empty accepts that")
      return .failure
    }
    // A command that only counts findings says nothing about records, but about what could not be read.
    let listsNoFindings = invocation.command == .summary || invocation.command == .records
    let criteria = FailureCriteria(threshold: invocation.failOn.threshold)
    let hasFailed =
      listsNoFindings ? FileFaults.hasErrors(summary.rules) : summary.bySeverity.keys.contains(where: criteria.fails)
    if hasFailed { return .findings }
    guard invocation.failsOnUnjudged, !summary.isJudgedWhole else { return .success }
    if summary.unjudgedParts > 0 {
      context.report(
        "parts of records were not judged, \(summary.unjudgedParts) times: definitions are missing or faulty "
          + "(--guide and --definitions give them), keys of cards are missing (--keys), or a limit was met")
    }
    return .findings
  }

  /// Why the run judged nothing; `nil` if something was judged.
  private func whyNothingWasJudged(_ summary: ReportSummary) -> String? {
    if summary.subject == .propertyLists { return summary.files == 0 ? "no property list was read" : nil }
    guard summary.verdict == .nothingJudged else { return nil }
    var reasons: [String] = []
    if summary.filesSkipped > 0 {
      let kinds = summary.filesSkippedByKind.inOrder.map { "\($0.value) \($0.key)" }
      let files = String(counting: summary.filesSkipped, "file", "files")
      reasons.append("\(files) skipped (\(kinds.joined(separator: ", ")))")
    }
    // All other reasons are errors where a record was expected.
    let withoutVerdict: [(reason: NotJudged, one: String, many: String)] = [
      (.empty, "empty text", "empty texts"), (.notOpened, "file not opened", "files not opened"),
      (.otherRelease, "record of another release", "records of another release"),
    ]
    for (reason, one, many) in withoutVerdict {
      let count = summary.notJudged[reason.rawValue.byBytes, default: 0]
      if count > 0 { reasons.append(String(counting: count, one, many)) }
    }
    if reasons.isEmpty {
      let files = String(counting: summary.files, "file", "files")
      reasons.append(summary.files > 0 ? "no record in \(files)" : "no file was found")
    }
    return "nothing was judged: " + reasons.joined(separator: ", ")
  }
}

extension CommandContext {
  /// Reports a file that cannot be written.
  func fail(_ error: SystemError) -> ExitCode {
    report(error.description)
    return .failure
  }
}
