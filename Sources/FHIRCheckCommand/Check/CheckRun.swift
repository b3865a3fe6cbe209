import ClinicalRecords
import Diagnostics
import FHIRSchema
import FHIRValidation
import Reporting

/// One run of `fhircheck check`: all inputs, on several threads, into one report.
struct CheckRun<Checker: RecordChecker> {
  let invocation: Invocation
  let paths: [String]
  let context: CommandContext
  let checker: Checker

  func run() -> ExitCode {
    let items = InputList(paths).items
    let renderer = renderer
    let limit = invocation.isQuiet ? 0 : invocation.maxIssues
    let output = OrderedOutput(
      context: context, separator: renderer.separator, limit: limit,
      progress: ProgressLine(
        context: context, total: items.count, isShown: context.errorIsTerminal && invocation.showsProgress))
    let tool = ReportTool(name: "fhircheck", version: Version.current, release: checker.release.name)
    var bytes: [UInt8] = []
    renderer.renderStart(tool, into: &bytes)
    output.write(bytes)

    let shared = Monitor(Shared())
    let isIdentified = invocation.checksIdentity
    let key = FingerprintKey()
    let source = invocation.source
    let memory = invocation.memory
    let job = FileJob(
      checker: checker, renderer: renderer, source: invocation.source, limit: limit,
      standardInput: context.standardInput, output: output)
    let threads = max(1, min(invocation.jobs ?? Threads.coreCount, items.count))
    Threads.run(count: threads) {
      var reader = InputReader()
      var counts = Counts()
      let collector =
        isIdentified
        ? RecordCollector(
          index: RecordIndex(key: key, budget: memory / threads, release: checker.release), source: source) : nil
      while !output.isBroken, let index = shared.withLock({ $0.take(of: items.count) }) {
        job.run(items[index], index, &reader, &counts, collector)
      }
      let total = counts
      shared.withLock { state in
        state.counts.merge(total)
        if let collector { state.collectors.append(collector) }
      }
    }
    var (counts, collectors) = shared.withLock { ($0.counts, $0.takeCollectors()) }
    var failure: TemporaryFileError?
    do {
      if let identity = try identityCounts(collectors, items, renderer, output, limit) {
        counts.tally.issues.merge(identity.issues, uniquingKeysWith: +)
        counts.filesWithIssues.formUnion(identity.files)
      }
    } catch {
      failure = error as? TemporaryFileError
    }
    collectors = []
    let code = finish(counts, output, renderer)
    guard let failure else { return code }
    context.report("the records could not be compared: temporary file: \(SystemError(code: failure.code).reason)")
    return .failure
  }

  /// Brings together what the workers collected, and reports what was found.
  private func identityCounts(
    _ collectors: [RecordCollector], _ items: [InputList.Item], _ renderer: any ReportRenderer,
    _ output: OrderedOutput, _ limit: Int?
  ) throws -> IdentityReport.Counts? {
    guard let index = collectors.first?.index, !output.isBroken else { return nil }
    for collector in collectors.dropFirst() { index.merge(collector.index) }
    let kept = collectors.reduce(into: [:]) { $0.merge($1.kept) { first, _ in first } }
    let report = IdentityReport(
      storage: InputStorage(items, source: invocation.source, kept: kept), renderer: renderer,
      source: invocation.source, limit: limit.map { max(0, $0 - output.outcome.listed) }, budget: invocation.memory,
      output: output, slot: items.count)
    return try report.run(index)
  }

  private func finish(_ counts: Counts, _ output: OrderedOutput, _ renderer: any ReportRenderer) -> ExitCode {
    let outcome = output.outcome
    var summary = counts.summary
    summary.unreadable = outcome.unreadable
    // Of a file that broke off while it was read issues may be listed that no count has.
    summary.issuesNotListed = max(0, summary.issueCount - outcome.listed)
    var bytes: [UInt8] = []
    renderer.renderEnd(summary, into: &bytes)
    output.write(bytes)
    // A reader that has gone, such as `head`, has what it wanted.
    if let failure = output.close().failure, !failure.isClosedPipe {
      context.report("standard output: \(failure.reason)")
      return .failure
    }
    if !outcome.unreadable.isEmpty { return .failure }
    guard let threshold = invocation.failOn.threshold else { return .success }
    return summary.issues.contains { $0.key >= threshold && $0.value > 0 } ? .findings : .success
  }

  private var renderer: any ReportRenderer {
    switch invocation.format {
    case .text: TextRenderer(colors: invocation.usesColor(in: context))
    case .json: JSONRenderer()
    case .jsonl: JSONLinesRenderer()
    }
  }

  /// What workers share besides the output.
  private struct Shared {
    private var next = 0
    var counts = Counts()
    var collectors: [RecordCollector] = []

    mutating func takeCollectors() -> [RecordCollector] {
      defer { collectors = [] }
      return collectors
    }

    mutating func take(of count: Int) -> Int? {
      guard next < count else { return nil }
      defer { next += 1 }
      return next
    }
  }
}

/// What a worker counts; sums do not depend on who counted what.
struct Counts: Sendable {
  var tally = ValidationTally()
  var files = 0
  var filesWithIssues = FileSet()
  var filesSkipped = 0

  mutating func add(_ tally: ValidationTally, of file: Int) {
    files += 1
    if tally.issues.contains(where: { $0.value > 0 }) { filesWithIssues.insert(file) }
    self.tally.merge(tally)
  }

  mutating func merge(_ other: Counts) {
    tally.merge(other.tally)
    files += other.files
    filesWithIssues.formUnion(other.filesWithIssues)
    filesSkipped += other.filesSkipped
  }

  var summary: ReportSummary {
    var summary = ReportSummary()
    summary.files = files
    summary.filesWithIssues = filesWithIssues.count
    summary.filesSkipped = filesSkipped
    summary.records = tally.records
    summary.issues = tally.issues
    summary.resourceTypes = tally.resourceTypes
    summary.notChecked = tally.notChecked
    return summary
  }
}
