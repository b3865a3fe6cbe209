/// One JSON object for each line: the start, the issues, the summary.
public struct JSONLinesRenderer: ReportRenderer {
  /// Makes a renderer.
  public init() {}

  /// Writes a line of the type `start`, `issue` or `summary`.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start(let tool): JSONWriter.appendLine("start", to: &output) { ReportShape.start(tool, &$0) }
    case .issue(let issue, _): JSONWriter.appendLine("issue", to: &output) { ReportShape.issue(issue, &$0) }
    case .end(let summary): JSONWriter.appendLine("summary", to: &output) { ReportShape.summary(summary, &$0) }
    default: break
    }
  }
}
