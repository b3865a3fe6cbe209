/// One JSON document with the content of ``JSONLinesRenderer``'s lines, with each issue on a line.
public struct JSONRenderer: ReportRenderer {
  /// Makes a renderer.
  public init() {}

  /// Issues are elements of an array.
  public var separator: String { "," }

  /// Writes a part of the document.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start(let tool):
      JSONWriter.appendObject(to: &output) { ReportShape.start(tool, &$0) }
      // The object stays open until the end of the report.
      output.removeLast()
      output += ",\"issues\":["
    case .issue(let issue, _):
      output += "\n"
      JSONWriter.appendObject(to: &output) { ReportShape.issue(issue, &$0) }
    case .end(let summary):
      output += "\n],\"summary\":"
      JSONWriter.appendObject(to: &output) { ReportShape.summary(summary, &$0) }
      output += "}\n"
    default: break
    }
  }
}
