import FHIRDiagnostics
import FHIRReporting

/// One result on each line: file, line, record, value.
struct PathTextRenderer: ReportRenderer {
  var separator: String { "" }
  var showsExcerpts: Bool { false }

  func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {}

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

  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {}
}

/// One object on each line: the start, the results, the summary.
struct PathLinesRenderer: ReportRenderer {
  let expression: String

  var separator: String { "" }
  var showsExcerpts: Bool { false }

  func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    line("start", into: &output) { PathShape.start(expression, &$0) }
  }

  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    line(issue.diagnostic.rule == PathChecker.result ? "result" : "error", into: &output) {
      PathShape.result(issue, &$0)
    }
  }

  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    line("summary", into: &output) { PathShape.summary(summary, &$0) }
  }

  private func line(_ type: String, into output: inout [UInt8], _ members: (inout JSONWriter) -> Void) {
    JSONWriter.appendObject(to: &output) { writer in
      writer.member("type", type)
      members(&writer)
    }
    output.append(0x0A)
  }
}

/// One document with the content of the lines, with a result on each line.
struct PathDocumentRenderer: ReportRenderer {
  let expression: String

  var separator: String { "," }
  var showsExcerpts: Bool { false }

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
    writer.member("file", issue.file)
    if let position = issue.position {
      writer.member("line", position.line)
      writer.member("column", position.column)
    }
    writer.member("byteOffset", issue.diagnostic.range.start)
    if let record = issue.diagnostic.record {
      writer.member("resourceType", record.resourceType)
      if let id = record.id { writer.member("id", id) }
    }
    if let source = issue.source { writer.member("source", MaskedAddress.text(source)) }
    if let release = issue.diagnostic.release { writer.member("release", release) }
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
    writer.key("unreadable")
    writer.array { writer in
      for path in summary.unreadable {
        writer.object { writer in
          writer.member("path", path.path)
          writer.member("reason", path.reason)
        }
      }
    }
    writer.member("releasesToldBy", summary.releasesToldBy)
  }
}
