import FHIRDiagnostics
import FHIRSchema
import FHIRValidation
import ClinicalSources
import FHIRReporting

/// One run of `fhircheck check`: all inputs, on several threads, into one report.
struct CheckRun<Checker: RecordChecker> {
  let invocation: Invocation
  let inputs: InputList
  let context: CommandContext
  let checker: Checker
  /// How findings are counted and listed.
  let plan: FindingPlan

  func run() -> ExitCode {
    let partBytes = invocation.partBytes(in: context)
    let items = inputs.items
    let exports = ExportSet(items)
    let reports: ReportSet
    do throws(ReportFailure) {
      reports = try invocation.reportSet(of: items, in: context)
    } catch {
      context.report("\(error.name): \(error.error.reason)")
      return .failure
    }
    var plan = self.plan
    plan.redaction = reports.redaction
    let streamed = reports.only(plan.streamed)
    let output = invocation.output(to: reports, limit: plan.limit, of: items, in: context)
    let tool = checker.tool(invocation.release)
    output.write { renderer, bytes in renderer.renderStart(tool, into: &bytes) }

    let job = FileJob(
      checker: checker, reports: streamed, source: invocation.source, release: invocation.release, exports: exports,
      plan: plan, output: output, allowsEmpty: invocation.allowsEmpty)
    let identity = IdentityRun(invocation: invocation, context: context, items: items, exports: exports)
    var (counts, desk, collectors) = InputLoop(
      items: items, threads: invocation.threads(in: context), partBytes: partBytes, job: job,
      countsContents: reports.hasPage, makeCollector: identity.makeCollector()
    ).run()
    let compared = identity.compare(collectors, into: output, streamed, plan)
    collectors = []
    counts.filesSkipped.merge(inputs.passedOver, uniquingKeysWith: +)
    // Two files of each number may have findings of their own and of the comparison.
    let definitions = DefinitionReport(reports: streamed, plan: plan, output: output, first: 2 * items.count)
    desk.merge(definitions.write(checker.definitionFaults, &counts))
    var aside = counts.counted.setAside
    if let found = compared.found {
      counts.tally.findings.merge(found.counts.findings)
      counts.filesWithIssues.formUnion(found.counts.files)
      aside.ignored.merge(found.counts.ignored)
      aside.known.merge(found.desk.outcome.known)
      desk.merge(found.desk)
    }
    for (held, share) in zip(plan.held, desk.shares) {
      HeldFindings(reports: reports.only(held.reports), output: output).write(share)
    }
    var summary = counts.summary
    summary.identity = compared.state
    summary.foundConfiguration = invocation.shownConfiguration
    summary.statistics = plan.countsKinds ? desk.statistics : nil
    if !plan.policies.isNeutral || plan.baseline?.comparesFindings == true {
      summary.setAside = ReportSummary.SetAside(
        aside, plan.baseline, plan.policies.common, looksForCopies: compared.state == .compared)
    }
    return ReportEnding(invocation: invocation, context: context).write(
      summary, output, tool, contents: counts.counted.contents)
  }
}

extension ReportSummary.SetAside {
  fileprivate init(
    _ outcome: FindingDesk.Outcome, _ baseline: Baseline?, _ policy: RulePolicy, looksForCopies: Bool
  ) {
    self.init()
    (ignored, known) = (outcome.ignored, outcome.known)
    if let baseline, baseline.comparesFindings {
      // A finding that this run did not look for cannot be reported as gone.
      gone = baseline.gone.filter {
        policy.severity(of: $0.key, .fatal) != nil && (looksForCopies || $0.key.group != "identity")
      }
    }
  }
}
