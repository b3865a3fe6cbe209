import ClinicalRecords
import ClinicalSources
import FHIRReporting
import FHIRSchema
import FHIRSupport
import FHIRValidation

/// One run of `fhircheck records`: a row for each record of the inputs.
struct RecordsRun<Checker: RecordChecker> {
  let invocation: Invocation
  let inputs: InputList
  let context: CommandContext
  let checker: Checker

  func run() -> ExitCode {
    let columns = invocation.columns ?? RecordColumn.defaults
    var plan = FindingPlan(keepsFaults: true)
    do throws(ReportFailure) {
      for target in invocation.reports { plan.reports.append(try Report(target, renderer(columns), in: context)) }
    } catch {
      return context.fail(error)
    }
    let rows = RecordsChecker(
      checker: checker, maker: RecordRowMaker(columns, key: invocation.digestKey ?? .published),
      listsIssues: invocation.listsIssues)
    let exports = invocation.listsIssues ? ExportSet(inputs.items) : ExportSet(quietly: inputs.items)
    let loop = InputLoop(rows, invocation, inputs, exports, plan, in: context)
    let tool = checker.tool(invocation.release)
    loop.output.write { report, _, bytes in report.renderer.render(.start(tool), into: &bytes) }
    let sum = loop.run()
    var summary = sum.counts.summary
    summary.unreadable = loop.output.unreadable
    loop.output.write { report, _, bytes in report.renderer.render(.end(summary), into: &bytes) }
    let ending = ReportEnding(invocation: invocation, output: loop.output)
    return code(ending.exitCode(of: summary), of: summary, sum.flow.kept.faults.listed)
  }

  private func renderer(_ columns: [RecordColumn]) -> any ReportRenderer {
    if invocation.format == .jsonl {
      return RecordLinesRenderer(columns: columns, issues: invocation.listsIssues ? JSONLinesRenderer() : nil)
    }
    let isHarmless = invocation.makesFormulasHarmless
    let isOnTerminal = context.outputIsTerminal && !invocation.reports.contains { $0.path != nil }
    return RecordCSVRenderer(columns: columns, isHarmless: isHarmless, isVisible: isHarmless || isOnTerminal)
  }

  /// Reports on standard error inputs without a row, for which a table has no place.
  private func code(_ code: ExitCode, of summary: ReportSummary, _ faults: [LocatedDiagnostic]) -> ExitCode {
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
