import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRSchema
import FHIRValidation

extension Run {
  /// `fhircheck path`: an expression over all records of the inputs.
  func path() -> ExitCode {
    let (releases, expression) = (RecordReleases(), invocation.subject)
    let expressions = PathExpressions(
      expression, releases: invocation.release.map { [$0] } ?? releases.published, isStrict: invocation.isStrict)
    if var failure = expressions.failure {
      failure.message = "the expression cannot be used: \(TerminalText.visible(failure.message))"
      context.report(failure, in: expression)
      return .failure
    }
    for remark in expressions.remarks { context.report(remark, in: expression) }
    let inputs = InputList(invocation.paths, of: invocation, in: context)
    let plan = FindingPlan(reports: [Report(renderer, in: context)])
    let checker = PathChecker(expressions: expressions, recognition: releases)
    let loop = InputLoop(checker, invocation, inputs, ExportSet(inputs.items, isQuiet: true), plan, in: context)
    // Only inputs that cannot be read or evaluated are errors; results are not.
    return loop.output.end(loop.run().counts.summary, of: invocation, checker.tool(invocation.release))
  }

  private var renderer: any ReportRenderer {
    switch invocation.format {
    case .json: JSONRenderer(PathShape.shape(invocation.subject))
    case .jsonl: JSONLinesRenderer(PathShape.shape(invocation.subject))
    default: PathTextRenderer()
    }
  }
}

extension CommandContext {
  /// Reports a sentence, with the line of the expression that it is about and a caret below its place.
  func report(_ remark: PathExpressions.Remark, in expression: String) {
    report(remark.message)
    let scalars = Array(expression.unicodeScalars)
    let place = min(remark.column - 1, scalars.count)
    let start = scalars[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = scalars[place...].firstIndex(of: "\n") ?? scalars.count
    let line = String(String.UnicodeScalarView(scalars[start..<end]))
    error("  \(TerminalText.visible(line))\n  \(String(repeating: " ", count: place - start))^\n")
  }
}

/// One result on each line: file, line, record, value.
struct PathTextRenderer: ReportRenderer {
  func render(_ part: ReportPart, into output: inout [UInt8]) {
    guard case .issue(let issue, _) = part else { return }
    let finding = issue.finding
    output += TerminalText.visible(issue.file) + (issue.position.map { ":\($0.line)" } ?? "") + ": "
    if let record = finding.record { output += TerminalText.visible(record.text) + ": " }
    if finding.rule != PathChecker.result { output += "\(finding.severity): " }
    output += TerminalText.visible(finding.message) + "\n"
  }
}

/// The members of both JSON formats; the article `path-format` specifies them.
enum PathShape {
  static func shape(_ expression: String) -> JSONShape {
    JSONShape(
      list: "results", type: { $0.finding.rule == PathChecker.result ? "result" : "error" },
      start: { _, writer in
        writer.member("formatVersion", 1)
        writer.member("expression", expression)
      }, issue: result, summary: summary)
  }

  private static func result(_ issue: LocatedFinding, _ writer: inout JSONWriter) {
    writer.place(of: issue)
    writer.record(of: issue.finding)
    writer.origin(of: issue)
    if issue.finding.rule != PathChecker.result {
      writer.member("error", issue.finding.message)
    } else {
      writer.member("valueType", issue.finding.path)
      writer.key("value")
      writer.raw(issue.finding.message)
    }
  }

  private static func summary(_ summary: ReportSummary, _ writer: inout JSONWriter) {
    writer.member("files", summary.files)
    writer.member("records", summary.records)
    writer.member("results", summary.bySeverity[.information] ?? 0)
    writer.member("errors", (summary.bySeverity[.error] ?? 0) + (summary.bySeverity[.fatal] ?? 0))
    writer.member("filesSkipped", summary.filesSkipped)
    writer.unreadable(summary)
    writer.member("releasesToldBy", summary.releasesToldBy)
  }
}
