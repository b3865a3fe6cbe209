import ClinicalRecords
import ClinicalSources
import FHIRReporting
import FHIRSchema
import FHIRText
import FHIRValidation

/// One run of `fhircheck records`: a row for each record of the inputs.
struct RecordsRun<Checker: RecordChecker> {
  let invocation: Invocation
  let inputs: InputList
  let context: CommandContext
  let checker: Checker

  func run() -> ExitCode {
    let items = inputs.items
    let isHarmless = invocation.makesFormulasHarmless
    let isOnTerminal = context.outputIsTerminal && !invocation.reports.contains { $0.path != nil }
    let table = RecordTable(
      invocation.columns ?? RecordColumn.defaults,
      form: invocation.format == .jsonl ? .jsonl : .csv(isHarmless: isHarmless, isVisible: isHarmless || isOnTerminal))
    let reports: ReportSet
    do throws(ReportFailure) {
      reports = try ReportSet(invocation.reports, in: context) { _ in renderer(table) }
    } catch {
      context.report("\(error.name): \(error.error.reason)")
      return .failure
    }
    let output = invocation.output(to: reports, limit: nil, of: items, in: context)
    let rows = RecordsChecker(
      checker: checker, maker: RecordRowMaker(table, key: invocation.digestKey ?? .published),
      listsIssues: invocation.listsIssues)
    let tool = checker.tool(invocation.release)
    output.write { renderer, bytes in renderer.renderStart(tool, into: &bytes) }
    var plan = FindingPlan()
    plan.keepsFaults = true
    let job = FileJob(
      checker: rows, reports: reports, source: invocation.source, release: invocation.release,
      exports: invocation.listsIssues ? ExportSet(items) : ExportSet(quietly: items), plan: plan, output: output,
      allowsEmpty: invocation.allowsEmpty)
    var (counts, desk, _) = InputLoop(
      items: items, threads: invocation.threads(in: context), partBytes: invocation.partBytes(in: context), job: job
    ).run()
    counts.filesSkipped.merge(inputs.passedOver, uniquingKeysWith: +)
    var summary = counts.summary
    summary.unreadable = output.outcome.unreadable
    output.write { renderer, bytes in renderer.renderEnd(summary, into: &bytes) }
    return ending(summary, output, desk.faults.listed)
  }

  private func renderer(_ table: RecordTable) -> any ReportRenderer {
    switch table.form {
    case .jsonl: RecordLinesRenderer(table: table, issues: invocation.listsIssues ? JSONLinesRenderer() : nil)
    case .csv: RecordCSVRenderer(table: table)
    }
  }

  /// Reports on standard error inputs without a row, for which a table has no place.
  private func ending(
    _ summary: ReportSummary, _ output: OrderedOutput, _ faults: [LocatedDiagnostic]
  ) -> ExitCode {
    let code = ReportEnding(invocation: invocation, context: context).exitCode(of: summary, output)
    for fault in faults { context.report(FileFaults.sentence(of: fault)) }
    if code == .failure { return code }
    let without = summary.notJudged.filter { $0.key != NotJudged.otherRelease.rawValue.byBytes }
    guard !without.isEmpty else { return code }
    let list = without.sorted { $0.key < $1.key }.map { "\($0.key.string): \($0.value)" }.joined(separator: ", ")
    context.report("not all of the input has a row (\(list)); 'fhircheck check' says where and why")
    return .findings
  }
}

extension RecordColumn {
  /// The columns of a table unless the caller names some: all but the digests, which are only useful for comparison.
  static var defaults: [RecordColumn] { allCases.filter { !$0.isDigest && $0 != .identity } }
}

extension FingerprintKey {
  /// A public key, so that everybody can reproduce the digests. An attacker who knows the key can prepare contents with
  /// equal digests.
  static let published = FingerprintKey([0x6668_6972_6368_6563, 0x6B72_6563_6F72_6473])
}
