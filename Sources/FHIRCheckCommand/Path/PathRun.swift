import FHIRSchema
import FHIRValidation
import ClinicalSources
import FHIRReporting

/// One run of `fhircheck path`: an expression over all records of the inputs.
struct PathRun {
  let invocation: Invocation
  let expression: String
  let paths: [FilePath]
  let context: CommandContext

  func run() -> ExitCode {
    let releases = RecordReleases()
    let expressions = PathExpressions(
      expression, releases: invocation.release.map { [$0] } ?? releases.published, isStrict: invocation.isStrict)
    if let failure = expressions.failure {
      context.report("the expression cannot be used: \(TerminalText.visible(failure.message))")
      context.error(PathRun.excerpt(of: expression, column: failure.column))
      return .failure
    }
    for remark in expressions.remarks {
      context.report(TerminalText.visible(remark.message))
      context.error(PathRun.excerpt(of: expression, column: remark.column))
    }
    let inputs = invocation.inputs(paths, in: context)
    let plan = FindingPlan(reports: [Report(renderer, in: context)])
    let checker = PathChecker(expressions: expressions, recognition: releases)
    let loop = InputLoop(checker, invocation, inputs, ExportSet(quietly: inputs.items), plan, in: context)
    let tool = checker.tool(invocation.release)
    loop.output.write { report, _, bytes in report.renderer.render(.start(tool), into: &bytes) }
    // Only inputs that cannot be read or evaluated are errors; results are not.
    return ReportEnding(invocation: invocation, output: loop.output).write(
      loop.run().counts.summary, tool)
  }

  private var renderer: any ReportRenderer {
    switch invocation.format {
    case .json: PathDocumentRenderer(expression: expression)
    case .jsonl: PathLinesRenderer(expression: expression)
    default: PathTextRenderer()
    }
  }

  /// The line of the expression that has a fault, and a caret below it.
  static func excerpt(of expression: String, column: Int) -> String {
    let scalars = Array(expression.unicodeScalars)
    let place = min(column - 1, scalars.count)
    let start = scalars[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = scalars[place...].firstIndex(of: "\n") ?? scalars.count
    let line = String(String.UnicodeScalarView(scalars[start..<end]))
    return "  \(TerminalText.visible(line))\n  \(String(repeating: " ", count: place - start))^\n"
  }
}
