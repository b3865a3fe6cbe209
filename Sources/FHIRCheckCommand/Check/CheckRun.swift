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
  /// What is done with what is found.
  let plan: FindingPlan

  func run() -> ExitCode {
    let partBytes = invocation.partBytes(in: context)
    let items = inputs.items
    let exports = ExportSet(items)
    let renderer = invocation.renderer(in: context)
    let output = OrderedOutput(
      context: context, separator: renderer.separator, limit: plan.isShared ? nil : plan.limit,
      progress: ProgressLine(
        context: context, total: items.count, isShown: context.errorIsTerminal && invocation.showsProgress))
    let tool = ReportTool(name: "fhircheck", version: Version.current, release: checker.release.name)
    var bytes: [UInt8] = []
    renderer.renderStart(tool, into: &bytes)
    output.write(bytes)

    let job = FileJob(
      checker: checker, renderer: renderer, source: invocation.source, release: invocation.release, exports: exports,
      plan: plan, output: output, allowsEmpty: invocation.allowsEmpty)
    let identity = IdentityRun(invocation: invocation, context: context, items: items, exports: exports)
    var (counts, desk, collectors) = InputLoop(
      items: items, threads: invocation.threads(in: context), partBytes: partBytes, job: job,
      makeCollector: identity.makeCollector(release: checker.release)
    ).run()
    let compared = identity.compare(collectors, into: output, renderer, plan)
    collectors = []
    counts.filesSkipped.merge(inputs.passedOver, uniquingKeysWith: +)
    var aside = counts.counted.setAside
    if let found = compared.found {
      counts.tally.findings.merge(found.counts.findings)
      counts.filesWithIssues.formUnion(found.counts.files)
      aside.ignored.merge(found.counts.ignored)
      aside.known.merge(found.desk.outcome.known)
      desk.merge(found.desk)
    }
    let listed = plan.isShared ? HeldFindings(renderer: renderer, output: output).write(desk.share) : nil
    var summary = counts.summary
    summary.identity = compared.state
    if plan.countsKinds { summary.statistics = desk.statistics }
    if !plan.policies.isNeutral || plan.baseline?.comparesFindings == true {
      summary.setAside = ReportSummary.SetAside(
        aside, plan.baseline, plan.policies.common, looksForCopies: compared.state == .compared)
    }
    return ReportEnding(invocation: invocation, context: context).write(summary, output, renderer, listed: listed)
  }
}

extension ReportSummary.SetAside {
  fileprivate init(
    _ outcome: FindingDesk.Outcome, _ baseline: Baseline?, _ policy: RulePolicy, looksForCopies: Bool
  ) {
    self.init()
    (ignored, known) = (outcome.ignored, outcome.known)
    if let baseline, baseline.comparesFindings {
      // What was not looked for cannot be said to be gone.
      gone = baseline.gone.filter {
        policy.severity(of: $0.key, .fatal) != nil && (looksForCopies || $0.key.group != "identity")
      }
    }
  }
}
