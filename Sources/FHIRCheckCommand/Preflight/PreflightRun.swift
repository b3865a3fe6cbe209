import FHIRDiagnostics
import FHIRValidation
import HealthPreflight
import ClinicalSources
import FHIRReporting

/// One run of `fhircheck preflight`: reads a few small files one after another, and writes the same report as `check`.
struct PreflightRun {
  let invocation: Invocation
  let inputs: PreflightInputs
  let context: CommandContext
  /// Which findings count in which file.
  let policies: PolicySet

  func run() -> ExitCode {
    var plan = FindingPlan(policies: policies)
    do throws(ReportFailure) {
      try invocation.openReports(of: &plan, shares: false, in: context)
    } catch {
      return context.fail(error)
    }
    plan.countsKinds = plan.hasPage
    let output = OrderedOutput(
      context: context, plan: plan,
      progress: ProgressLine(context: context, total: inputs.items.count, isShown: false))
    let tool = ReportTool(name: "fhircheck", version: Version.current, release: "")
    output.write { report, _, bytes in report.renderer.renderStart(tool, into: &bytes) }

    let found = inputs.projects.map { Preflight().check($0.files, isWholeProject: $0.isWhole) }
    var summary = ReportSummary()
    summary.subject = .propertyLists
    let worker = Worker(FindingFlow(plan, output))
    for (index, item) in inputs.items.enumerated() {
      switch item {
      case .unreadable(let path, let error):
        worker.begin(ReportedFile(number: index, name: path))
        worker.flow.finish(.failed(error))
      case .file(let project, let place):
        let report = found[project][place]
        let file = inputs.projects[project].files[place]
        file.bytes.withUnsafeBytes { bytes in
          let locator = report.isText ? Locator(bytes) : nil
          worker.begin(ReportedFile(number: index, name: report.path), nil, locator)
          // Places in memory are found without reading.
          try? worker.report(report.diagnostics)
        }
        // An Xcode project file is counted if it has findings: it is not a property list of the app.
        let isCounted = file.kind != .buildSettings || !report.diagnostics.isEmpty
        worker.counts.add(worker.take(), of: index, as: isCounted ? .otherUse : .none)
        worker.flow.finish()
      }
    }
    summary.files = worker.counts.files
    summary.filesWithIssues = worker.counts.filesWithIssues.count
    summary.issues = worker.counts.tally.issues
    summary.rules = worker.counts.tally.findings
    summary.foundConfiguration = invocation.shownConfiguration
    summary.statistics = worker.flow.kept.statistics
    if !policies.isNeutral {
      var aside = ReportSummary.SetAside()
      aside.ignored = worker.counts.ignored
      summary.setAside = aside
    }
    return ReportEnding(invocation: invocation, context: context, output: output, plan: plan).write(summary, tool)
  }
}
