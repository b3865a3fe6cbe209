import ClinicalRecords
import Diagnostics
import FHIRSchema
import FHIRValidation
import RecordSources
import Reporting

/// One run of `fhircheck check`: all inputs, on several threads, into one report.
struct CheckRun<Checker: RecordChecker> {
  let invocation: Invocation
  let paths: [String]
  let context: CommandContext
  let checker: Checker

  func run() -> ExitCode {
    let items = InputList(paths).items
    let renderer = invocation.renderer(in: context)
    let output = OrderedOutput(
      context: context, separator: renderer.separator, limit: limit,
      progress: ProgressLine(
        context: context, total: items.count, isShown: context.errorIsTerminal && invocation.showsProgress))
    let tool = ReportTool(name: "fhircheck", version: Version.current, release: checker.release.name)
    var bytes: [UInt8] = []
    renderer.renderStart(tool, into: &bytes)
    output.write(bytes)

    let job = FileJob(
      checker: checker, renderer: renderer, source: invocation.source, limit: limit,
      standardInput: context.standardInput, output: output)
    var (counts, collectors) = InputLoop(
      items: items, threads: invocation.jobs ?? Threads.coreCount, job: job, makeCollector: makeCollector
    ).run()
    var failure: TemporaryFileError?
    do {
      if let identity = try compare(collectors, of: items, into: output, renderer) {
        counts.tally.issues.merge(identity.issues, uniquingKeysWith: +)
        counts.filesWithIssues.formUnion(identity.files)
      }
    } catch {
      // Nothing but a temporary file can fail here.
      failure = error as? TemporaryFileError
    }
    collectors = []
    let code = finish(counts, output, renderer)
    guard let failure else { return code }
    context.report("the records could not be compared: temporary file: \(SystemError(code: failure.code).reason)")
    return .failure
  }

  /// Makes a worker's share of the index, where records are to be compared.
  private var makeCollector: (@Sendable (_ workers: Int) -> RecordCollector)? {
    guard invocation.checksIdentity else { return nil }
    let key = FingerprintKey()
    let (memory, release, source) = (invocation.memory, checker.release, invocation.source)
    return { workers in
      RecordCollector(index: RecordIndex(key: key, budget: memory / workers, release: release), source: source)
    }
  }

  /// Brings together what the workers collected, and reports what was found.
  private func compare(
    _ collectors: [RecordCollector], of items: [InputList.Item], into output: OrderedOutput,
    _ renderer: any ReportRenderer
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

  /// How many issues may be listed.
  private var limit: Int? { invocation.isQuiet ? 0 : invocation.maxIssues }

  private func finish(_ counts: Counts, _ output: OrderedOutput, _ renderer: any ReportRenderer) -> ExitCode {
    ReportEnding(invocation: invocation, context: context).write(counts.summary, output, renderer)
  }
}
