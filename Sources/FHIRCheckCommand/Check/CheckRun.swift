import ClinicalRecords
import FHIRDiagnostics
import FHIRProfiles
import FHIRValidation
import ClinicalSources
import FHIRReporting

/// One run of `fhircheck check`: all inputs, on several threads, into one report.
struct CheckRun<Checker: RecordChecker> {
  let invocation: Invocation
  let inputs: InputList
  let context: CommandContext
  let checker: Checker
  let baseline: Baseline?
  /// The secret with which records are compared.
  var key = FingerprintKey()

  func run() -> ExitCode {
    let plan: FindingPlan
    do throws(ReportFailure) {
      plan = try invocation.openReports(baseline: baseline, for: inputs.items, in: context)
    } catch {
      return context.fail(error)
    }
    let exports = ExportSet(inputs.items)
    let loop = InputLoop(checker, invocation, inputs, exports, plan, in: context)
    let tool = checker.tool(invocation.release)
    loop.output.write { report, _, bytes in report.renderer.render(.start(tool), into: &bytes) }
    let sum = loop.run(
      comparesRecords: invocation.checksIdentity, key: key,
      counting: plan.hasPage ? [.sources, .dates] : [])
    let compared = loop.compareRecords(sum)
    let identity = compared.state
    // Two files of each number may have findings of their own and of the comparison.
    sum.report(
      checker.definitionFaults.compactMap { fault in fault.file.map { ($0, fault.diagnostic) } }
        + invocation.endedExemptions(baseline), from: 2 * inputs.items.count)
    var summary = sum.counts.summary
    summary.notListed = summary.rules
    if let listed = sum.flow.listShares() { summary.notListed?.subtract(listed) } else { summary.notListed = nil }
    summary.identity = identity
    summary.foundConfiguration = invocation.shownConfiguration
    summary.statistics = plan.countsKinds ? sum.flow.kept.statistics : nil
    summary.terminology = checker.terminology.shown
    summary.setAside = plan.setAside(sum.counts, looksForCopies: identity == .compared)
    var contents = ReportContents()
    if plan.hasPage {
      contents = sum.counts.records.contents
      contents.receipt =
        SummaryReport(sum.counts, summary, exports: exports, identity: compared.found, faults: [], items: inputs.items)
        .receiptLines
    }
    let code = ReportEnding(invocation: invocation, output: loop.output).write(summary, tool, contents: contents)
    return checker.terminology.failure(in: context) ?? code
  }
}
