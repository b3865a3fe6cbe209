import FHIRDiagnostics
import FHIRReporting

/// One result on each line: file, line, record, value.
struct PathTextRenderer: ReportRenderer {
  func render(_ part: ReportPart, into output: inout [UInt8]) {
    guard case .issue(let issue, _) = part else { return }
    let diagnostic = issue.diagnostic
    output += TerminalText.visible(issue.file) + (issue.position.map { ":\($0.line)" } ?? "") + ": "
    if let record = diagnostic.record { output += TerminalText.visible(record.text) + ": " }
    if diagnostic.rule != PathChecker.result { output += "\(diagnostic.severity): " }
    output += TerminalText.visible(diagnostic.message) + "\n"
  }
}

/// One object on each line: the start, the results, the summary.
struct PathLinesRenderer: ReportRenderer {
  let expression: String

  func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start: JSONWriter.appendLine("start", to: &output) { PathShape.start(expression, &$0) }
    case .issue(let issue, _):
      let type = issue.diagnostic.rule == PathChecker.result ? "result" : "error"
      JSONWriter.appendLine(type, to: &output) { PathShape.result(issue, &$0) }
    case .end(let summary): JSONWriter.appendLine("summary", to: &output) { PathShape.summary(summary, &$0) }
    default: break
    }
  }
}

/// One document with the content of the lines, with a result on each line.
struct PathDocumentRenderer: ReportRenderer {
  let expression: String

  var separator: String { "," }

  func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start:
      JSONWriter.appendObject(to: &output) { PathShape.start(expression, &$0) }
      // The object stays open until the end.
      output.removeLast()
      output += ",\"results\":["
    case .issue(let issue, _):
      output += "\n"
      JSONWriter.appendObject(to: &output) { PathShape.result(issue, &$0) }
    case .end(let summary):
      output += "\n],\"summary\":"
      JSONWriter.appendObject(to: &output) { PathShape.summary(summary, &$0) }
      output += "}\n"
    default: break
    }
  }
}

/// The common members of both JSON formats; the article `path-format` specifies them.
enum PathShape {
  static func start(_ expression: String, _ writer: inout JSONWriter) {
    writer.member("formatVersion", 1)
    writer.member("expression", expression)
  }

  static func result(_ issue: LocatedDiagnostic, _ writer: inout JSONWriter) {
    writer.place(of: issue)
    writer.record(of: issue.diagnostic)
    writer.origin(of: issue)
    if issue.diagnostic.rule != PathChecker.result {
      writer.member("error", issue.diagnostic.message)
    } else {
      writer.member("valueType", issue.diagnostic.path)
      writer.key("value")
      writer.raw(issue.diagnostic.message)
    }
  }

  static func summary(_ summary: ReportSummary, _ writer: inout JSONWriter) {
    writer.member("files", summary.files)
    writer.member("records", summary.records)
    writer.member("results", summary.issues[.information] ?? 0)
    writer.member("errors", (summary.issues[.error] ?? 0) + (summary.issues[.fatal] ?? 0))
    writer.member("filesSkipped", summary.filesSkipped)
    writer.unreadable(summary)
    writer.member("releasesToldBy", summary.releasesToldBy)
  }
}
