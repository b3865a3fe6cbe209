import FHIRFindings
import FHIRValidation
import HealthPreflight
import ClinicalSources
import FHIRReporting

/// One run of `fhircheck preflight`: reads a few small files one after another, and writes the same report as `check`.
struct PreflightRun {
  let invocation: Invocation
  let inputs: PreflightInputs
  let context: CommandContext

  func run() -> ExitCode {
    let plan: FindingPlan
    do throws(SystemError) {
      plan = try invocation.openReports(in: context)
    } catch {
      return context.fail(error)
    }
    let tool = ReportTool(name: "fhircheck", version: Version.current, release: "")
    let progress = ProgressLine(context: context, files: inputs.items.count, isShown: false)
    let output = OrderedOutput(tool, plan, progress, in: context)
    let found = inputs.projects.map { Preflight().check($0.files, isWholeProject: $0.isWhole) }
    let worker = Worker(output)
    for (index, item) in inputs.items.enumerated() {
      switch item {
      case .unreadable(let path, let error):
        worker.begin(ReportedFile(number: index, name: path))
        worker.finish(error)
      case .file(let project, let place):
        let report = found[project][place]
        let file = inputs.projects[project].files[place]
        file.bytes.withUnsafeBytes { bytes in
          let locator = report.isText ? Locator(bytes) : nil
          worker.begin(ReportedFile(number: index, name: report.path), nil, locator)
          // Places in memory are found without reading.
          try? worker.report(report.findings)
        }
        // An Xcode project file is counted if it has findings: it is not a property list of the app.
        let isCounted = file.kind != .buildSettings || !report.findings.isEmpty
        worker.counts.add(worker.settled(), of: index, as: isCounted ? .otherUse : .none)
        worker.finish()
      }
    }
    worker.report(invocation.endedExemptions(nil), from: inputs.items.count)
    // The property lists are what was to be read.
    var summary = worker.counts.summary
    (summary.subject, summary.filesOfOtherUse) = (.propertyLists, 0)
    summary.foundConfiguration = invocation.shownConfiguration
    summary.statistics = worker.statistics
    summary.setAside = plan.setAside(worker.counts, looksForCopies: true)
    return output.end(summary, of: invocation, tool)
  }
}
