import FHIRDiagnostics
import FHIRReporting

/// One result on each line: file, line, record, value.
struct PathTextRenderer: ReportRenderer {
  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    var line = TerminalText.visible(issue.file)
    if let position = issue.position { line += ":\(position.line)" }
    line += ": "
    if let record = issue.diagnostic.record {
      line += TerminalText.visible(record.resourceType + (record.id.map { "/" + $0 } ?? "")) + ": "
    }
    if issue.diagnostic.rule != PathChecker.result { line += "\(issue.diagnostic.severity): " }
    output += Array((line + TerminalText.visible(issue.diagnostic.message) + "\n").utf8)
  }
}

/// One object on each line: the start, the results, the summary.
struct PathLinesRenderer: ReportRenderer {
  let expression: String

  func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    JSONWriter.appendLine("start", to: &output) { PathShape.start(expression, &$0) }
  }

  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    JSONWriter.appendLine(issue.diagnostic.rule == PathChecker.result ? "result" : "error", to: &output) {
      PathShape.result(issue, &$0)
    }
  }

  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    JSONWriter.appendLine("summary", to: &output) { PathShape.summary(summary, &$0) }
  }
}

/// One document with the content of the lines, with a result on each line.
struct PathDocumentRenderer: ReportRenderer {
  let expression: String

  var separator: String { "," }

  func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    JSONWriter.appendObject(to: &output) { PathShape.start(expression, &$0) }
    // The object stays open until the end.
    output.removeLast()
    output += Array(",\"results\":[".utf8)
  }

  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    output.append(0x0A)
    JSONWriter.appendObject(to: &output) { PathShape.result(issue, &$0) }
  }

  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    output += Array("\n],\"summary\":".utf8)
    JSONWriter.appendObject(to: &output) { PathShape.summary(summary, &$0) }
    output += Array("}\n".utf8)
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
