import ClinicalRecords
import ClinicalSources
import FHIRReporting
import FHIRValidation

/// Writes the findings of the workers in the order of the inputs, in bounded memory. Those of the current input are
/// written immediately; those of later inputs are kept until their turn. If too many are kept, their workers wait. The
/// worker of the current input never waits, so the run always makes progress.
final class OrderedOutput: Sendable {
  typealias Piece = FindingListing.Piece

  private struct State {
    /// The current turn. Inputs, and the parts of large ones, have their turns in the order of the run.
    var head = 0
    var file = -1
    var hasHeading = false
    /// Whether reading a part of that file failed; the parts after that are not reported.
    var hasFailed = false
    var waiting: [Int: [Piece]] = [:]
    var waitingBytes = 0
    var reports: [Report]
    var progress: ProgressLine?
    var unreadable: [UnreadablePath] = []

    var isBroken: Bool { reports.allSatisfy { $0.failure != nil } }

    mutating func flush(isComplete: Bool = false) {
      progress?.clear()
      for number in reports.indices { reports[number].flush(isComplete: isComplete) }
    }
  }

  private static let waitingLimit = 4 << 20

  let context: CommandContext
  let plan: FindingPlan
  private let monitor: Monitor<State>
  private let showsProgress: Bool

  init(_ tool: ReportTool, _ plan: FindingPlan, _ progress: ProgressLine? = nil, in context: CommandContext) {
    (self.context, self.plan, showsProgress) = (context, plan, progress != nil)
    monitor = Monitor(State(reports: plan.reports, progress: progress))
    write { report, _, bytes in report.renderer.render(.start(tool), into: &bytes) }
  }

  /// Whether the run fails since a report cannot be written. If only its reader has gone, the rest is still validated.
  var isBroken: Bool { monitor.withLock { $0.reports.contains { $0.failure.map { !$0.isClosedPipe } ?? false } } }
  var unreadable: [UnreadablePath] { monitor.withLock { $0.unreadable } }
  var next: Int { monitor.withLock { $0.head } }

  /// Writes what comes before or after all findings of each report; `body` receives how many the report lists.
  func write(_ body: (_ report: Report, _ listed: Int, _ output: inout [UInt8]) -> Void) {
    monitor.withLock { state in
      state.progress?.clear()
      for number in state.reports.indices {
        let (report, listed) = (plan.reports[number], state.reports[number].listed)
        state.reports[number].append { body(report, listed, &$0) }
      }
    }
  }

  /// Waits until everything before a turn has been finished, or no report can be written.
  func await(_ turn: Int) { monitor.withLock(when: { $0.head == turn || $0.isBroken }) { _ in } }

  func append(_ piece: Piece) {
    monitor.withLock(when: { state in
      piece.turn == state.head || state.waitingBytes < OrderedOutput.waitingLimit || state.isBroken
    }) { state in
      state.waiting[piece.turn, default: []].append(piece)
      state.waitingBytes += piece.size
      while let pieces = state.waiting.removeValue(forKey: state.head) {
        for piece in pieces {
          state.waitingBytes -= piece.size
          let number = piece.file.number
          if number != state.file { (state.file, state.hasHeading, state.hasFailed) = (number, false, false) }
          write(piece, &state)
          if piece.isLast { finishHead(piece, &state) }
        }
      }
    }
  }

  /// Shows progress: the records that a worker has read, and more bytes of its input.
  func progress(_ worker: Worker, bytes: @autoclosure () -> Int) {
    guard showsProgress else { return }
    let (records, bytes) = (worker.progress.records, bytes())
    worker.progress = (0, worker.progress.bytes + bytes)
    monitor.withLock { $0.progress?.add(records: records, bytes: bytes) }
  }

  /// Writes everything that is held, and returns the reports that could not be written.
  func close() -> [SystemError] {
    monitor.withLock { state in
      state.flush(isComplete: true)
      return state.reports.compactMap(\.failure)
    }
  }

  private func finishHead(_ last: Piece, _ state: inout State) {
    let file = last.file
    if let error = last.failure, !state.hasFailed {
      state.hasFailed = true
      state.unreadable.append(UnreadablePath(path: file.name, reason: error.reason))
      state.flush()
      let name = plan.redaction?.name(ofFile: file.name) ?? file.name
      context.report("\(TerminalText.name(ofFile: name)): \(error.reason)")
    }
    state.head += 1
    if context.outputIsTerminal, state.reports.contains(where: \.isHolding) { state.flush() }
    state.progress?.finish(file.number)
  }

  private func write(_ piece: Piece, _ state: inout State) {
    let listed = piece.reports.reduce(0) { max($0, state.reports[$1].listed) }
    let issues = piece.issues.prefix(piece.limit.map { max(0, $0 - listed) } ?? .max)
    guard !issues.isEmpty, !state.hasFailed else { return }
    // A group of findings is of no single file.
    let opensFile = !state.hasHeading && !piece.file.name.isEmpty
    for number in piece.reports {
      state.reports[number].append {
        plan.reports[number].renderer.render(
          issues, of: piece.file.name, isFirst: listed == 0, opensFile: opensFile, into: &$0)
      }
      state.reports[number].listed += issues.reduce(issues.count) { $0 + $1.repeats }
    }
    state.hasHeading = true
  }

  // MARK: - The end of the run

  func end(
    _ counted: ReportSummary, of invocation: Invocation, _ tool: ReportTool, contents: ReportContents = ReportContents()
  ) -> ExitCode {
    var summary = counted
    summary.unreadable = unreadable
    let notListed = summary.notListed
    write { report, listed, bytes in
      // If reading a file failed, its issues may be listed without being counted.
      summary.findingsNotListed = max(0, summary.findingCount - listed)
      summary.notListed = report.choice == .grouped ? notListed : nil
      guard report.format == .html else { return report.renderer.render(.end(summary), into: &bytes) }
      var shown = plan.redaction?.redacted(summary) ?? summary
      shown.clinicalTypes = shown.clinicalTypes.renamed { ClinicalTypeIdentifier(rawValue: $0)?.displayName ?? $0 }
      HTMLReport(
        tool: tool, summary: shown, findings: plan.page?.findings ?? PageFindings(),
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
    if lacksJudgement, let reason = whyNothingWasJudged(summary, by: invocation.command) {
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
  private func whyNothingWasJudged(_ summary: ReportSummary, by command: CommandName) -> String? {
    if summary.subject == .propertyLists { return summary.files == 0 ? "no property list was read" : nil }
    // The other commands fail for the errors that are values in the place of records.
    let hasNoRecord =
      command == .summary && summary.recordsJudged == 0 && summary.recordsFound > 0
      && !FileFaults.hasErrors(summary.rules)
    guard summary.verdict == .nothingJudged || hasNoRecord else { return nil }
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
      (.notAnObject, "value that is no object", "values that are no objects"),
      (.missingResourceType, "object without a resource type", "objects without a resource type"),
      (.unknownResourceType, "record of an unknown type", "records of an unknown type"),
    ]
    for (reason, one, many) in withoutVerdict {
      let count = summary.notJudged[reason.rawValue.byBytes, default: 0]
      if count > 0 { reasons.append(String(counting: count, one, many)) }
    }
    if reasons.isEmpty {
      // An archive without readable entries has findings.
      let files = max(summary.files, summary.filesWithFindings)
      reasons.append(files > 0 ? "no record in " + String(counting: files, "file", "files") : "no file was found")
    }
    return "nothing was judged: " + reasons.joined(separator: ", ")
  }
}
