import ClinicalRecords
import ClinicalSources
import FHIRReporting
import FHIRSchema
import FHIRSupport
import FHIRValidation

/// One run of `fhircheck records`: a row for each record of the inputs.
struct RecordsRun {
  let invocation: Invocation
  let inputs: InputList
  let context: CommandContext
  let checker: any RecordChecker

  func run() -> ExitCode {
    let columns = invocation.columns ?? RecordColumn.defaults
    var plan = FindingPlan(keepsFaults: true)
    do throws(SystemError) {
      for target in invocation.reports { plan.reports.append(try Report(target, renderer(columns), in: context)) }
    } catch {
      return context.fail(error)
    }
    for (condition, remark) in invocation.conditions.flatMap({ condition in
      (condition.expressions?.remarks ?? []).map { (condition, $0) }
    }) {
      context.report(TerminalText.visible(remark.message))
      context.error(PathRun.excerpt(of: condition.text, column: remark.column))
    }
    let exports = invocation.listsFindings ? ExportSet(inputs.items) : ExportSet(quietly: inputs.items)
    var groups = DuplicateGroups()
    if (columns + invocation.conditions.compactMap(\.cell?.column)).contains(where: \.isOfDuplicates) {
      // The last record may be a copy of the first, so all are compared before a row is written.
      var quiet = context
      (quiet.writeError, quiet.errorIsTerminal) = ({ _ in }, false)
      var report = Report(Report.AtTheEnd(), in: quiet)
      report.limit = 0
      let loop = InputLoop(checker, invocation, inputs, exports, FindingPlan(reports: [report]), in: quiet)
      if case .failed(let reason) = loop.compareRecords(loop.run(comparesRecords: true), { groups.add($0) }).state {
        context.report("the records could not be compared: \(reason)")
        return .failure
      }
    }
    let rows = RecordsChecker(
      checker: checker, maker: RecordRowMaker(columns, invocation, groups), listsFindings: invocation.listsFindings)
    let loop = InputLoop(rows, invocation, inputs, exports, plan, in: context)
    let sum = loop.run()
    var summary = sum.counts.summary
    summary.unreadable = loop.output.unreadable
    loop.output.write { report, _, bytes in report.renderer.render(.end(summary), into: &bytes) }
    return code(loop.output.exitCode(of: summary, for: invocation), of: summary, sum.faults.listed)
  }

  private func renderer(_ columns: [RecordColumn]) -> any ReportRenderer {
    if invocation.format == .jsonl {
      return RecordLinesRenderer(columns: columns, issues: invocation.listsFindings ? JSONLinesRenderer() : nil)
    }
    let isHarmless = invocation.makesFormulasHarmless
    let isOnTerminal = context.outputIsTerminal && !invocation.reports.contains { $0.path != nil }
    return RecordCSVRenderer(columns: columns, isHarmless: isHarmless, isVisible: isHarmless || isOnTerminal)
  }

  /// Reports on standard error inputs without a row, for which a table has no place.
  private func code(_ code: ExitCode, of summary: ReportSummary, _ faults: [LocatedFinding]) -> ExitCode {
    for fault in faults { context.report(FileFaults.sentence(of: fault)) }
    if code == .failure { return code }
    var code = code
    for condition in invocation.conditions {
      let (count, reason) = condition.failures.withLock { $0 }
      if count == 0 { continue }
      context.report(
        "'\(condition.text)' could not be evaluated for \(count) record\(count == 1 ? "" : "s"), without a row now: "
          + TerminalText.visible(reason))
      code = .findings
    }
    let without = summary.notJudged.filter { $0.key != NotJudged.otherRelease.rawValue.byBytes }
    guard !without.isEmpty else { return code }
    let list = without.inOrder.map { "\($0.key.string): \($0.value)" }.joined(separator: ", ")
    context.report("not all of the input has a row (\(list)); 'fhircheck check' says where and why")
    return .findings
  }
}

extension RecordColumn {
  /// The columns of a table unless the caller names some: those before the identity.
  static var defaults: [RecordColumn] { Array(allCases.prefix { $0 != .identity }) }

  /// Whether all records of the run have to be compared for it.
  var isOfDuplicates: Bool { self == .duplicateGroup || self == .duplicateRole }
}

extension FingerprintKey {
  /// A public key, so that everybody can reproduce the digests. An attacker who knows the key can prepare contents with
  /// equal digests.
  static let published = FingerprintKey([0x6668_6972_6368_6563, 0x6B72_6563_6F72_6473])
}
