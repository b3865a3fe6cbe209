import FHIRDiagnostics
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
    let reports: ReportSet
    do throws(ReportFailure) {
      reports = try invocation.reportSet(in: context)
    } catch {
      context.report("\(error.name): \(error.error.reason)")
      return .failure
    }
    let limit = invocation.isQuiet ? 0 : invocation.maxIssues
    let output = OrderedOutput(
      context: context, reports: reports, limit: limit,
      progress: ProgressLine(context: context, total: inputs.items.count, isShown: false))
    let tool = ReportTool(name: "fhircheck", version: Version.current, release: "")
    output.write { renderer, bytes in renderer.renderStart(tool, into: &bytes) }

    let found = inputs.projects.map { Preflight().check($0.files, isWholeProject: $0.isWhole) }
    var summary = ReportSummary()
    summary.subject = .propertyLists
    var plan = FindingPlan(policies: policies)
    plan.countsKinds = reports.hasPage
    let desk = FindingDesk(plan)
    var ignored = FindingCounts()
    for (index, item) in inputs.items.enumerated() {
      let turn = OrderedOutput.Turn(item: index)
      switch item {
      case .unreadable(let path, let error):
        output.finish(turn, Piece(), OrderedOutput.Ending(errorPath: path, error: error))
      case .file(let project, let place):
        let report = found[project][place]
        let file = inputs.projects[project].files[place]
        desk.begin(file.path)
        var writer = IssueWriter(
          file: report.path, number: index, source: nil, reports: reports, desk: desk, limit: limit,
          isText: report.isText)
        writer.write(
          report.diagnostics,
          feed: { resolver in
            resolver.append(file.bytes)
            resolver.finish()
          }, rewind: {}, handOut: { output.append($0, of: turn) })
        var found = FindingCounts()
        for diagnostic in report.diagnostics { found.add(diagnostic.rule, diagnostic.severity) }
        let (counted, aside) = policies.policy(of: file.path).apply(to: found)
        ignored.merge(aside)
        count(report, counted, of: file, into: &summary)
        output.finish(turn, writer.takePiece())
      }
    }
    summary.foundConfiguration = invocation.shownConfiguration
    summary.statistics = desk.statistics
    if !policies.isNeutral {
      var aside = ReportSummary.SetAside()
      aside.ignored = ignored
      summary.setAside = aside
    }
    return ReportEnding(invocation: invocation, context: context).write(summary, output, tool)
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
