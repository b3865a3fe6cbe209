import FHIRDiagnostics
import FHIRValidation
import HealthPreflight
import ClinicalSources
import FHIRTape
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
    let flow = FindingFlow(plan, output)
    var ignored = FindingCounts()
    for (index, item) in inputs.items.enumerated() {
      switch item {
      case .unreadable(let path, let error):
        flow.begin(ReportedFile(number: index, name: path))
        flow.finish(.failed(error))
      case .file(let project, let place):
        let report = found[project][place]
        let file = inputs.projects[project].files[place]
        file.bytes.withUnsafeBytes { bytes in
          flow.begin(
            ReportedFile(number: index, name: report.path), nil, report.isText ? Locator { MemorySource(bytes) } : Locator())
          // Places in memory are found without reading.
          _ = try? flow.take(report.diagnostics)
        }
        var counts = Counts()
        for finding in report.diagnostics { counts.tally.findings.add(finding.rule, finding.severity) }
        flow.settle(&counts)
        ignored.merge(counts.ignored)
        count(report, counts.tally.findings, of: file, into: &summary)
        flow.finish()
      }
    }
    summary.foundConfiguration = invocation.shownConfiguration
    summary.statistics = flow.kept.statistics
    if !policies.isNeutral {
      var aside = ReportSummary.SetAside()
      aside.ignored = ignored
      summary.setAside = aside
    }
    return ReportEnding(invocation: invocation, context: context, output: output, plan: plan).write(summary, tool)
  }

  /// An Xcode project file is counted if it has findings: it is not a property list of the app.
  private func count(
    _ report: Preflight.FileReport, _ counted: FindingCounts, of file: ProjectFile, into summary: inout ReportSummary
  ) {
    if file.kind == .buildSettings, report.diagnostics.isEmpty { return }
    summary.files += 1
    if !counted.isEmpty { summary.filesWithIssues += 1 }
    for (severity, count) in counted.bySeverity { summary.issues[severity, default: 0] += count }
    summary.rules.merge(counted)
  }
}
