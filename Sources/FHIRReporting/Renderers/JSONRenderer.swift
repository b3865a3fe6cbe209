/// One JSON document with the content of ``JSONLinesRenderer``'s lines, with each issue on a line.
public struct JSONRenderer: ReportRenderer {
  /// Makes a renderer.
  public init() {}

  /// Issues are elements of an array.
  public var separator: String { "," }
  /// Excerpts are for people.
  public var showsExcerpts: Bool { false }

  /// Opens the document and the array of issues.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    JSONWriter.appendObject(to: &output) { ReportShape.start(tool, &$0) }
    // The object stays open until the end of the report.
    output.removeLast()
    output.append(contentsOf: ",\"issues\":[".utf8)
  }

  /// Writes an element.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    output.append(0x0A)
    JSONWriter.appendObject(to: &output) { ReportShape.issue(issue, &$0) }
  }

  /// Closes the array, writes the summary, closes the document.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    output.append(contentsOf: "\n],\"summary\":".utf8)
    JSONWriter.appendObject(to: &output) { ReportShape.summary(summary, &$0) }
    output.append(contentsOf: "}\n".utf8)
  }
}
