/// One JSON object for each line: the start, the issues, the summary.
public struct JSONLinesRenderer: ReportRenderer {
  /// Makes a renderer.
  public init() {}

  /// Nothing: every line includes its end.
  public var separator: String { "" }
  /// Excerpts are for people.
  public var showsExcerpts: Bool { false }

  /// Writes the line of type `start`.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    JSONWriter.appendLine("start", to: &output) { ReportShape.start(tool, &$0) }
  }

  /// Writes a line of type `issue`.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    JSONWriter.appendLine("issue", to: &output) { ReportShape.issue(issue, &$0) }
  }

  /// Writes the line of type `summary`.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    JSONWriter.appendLine("summary", to: &output) { ReportShape.summary(summary, &$0) }
  }
}
