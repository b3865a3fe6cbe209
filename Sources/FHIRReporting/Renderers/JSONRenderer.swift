/// What both JSON formats write of the parts of a report.
package struct JSONShape: Sendable {
  package typealias Members<Part> = @Sendable (Part, inout JSONWriter) -> Void

  fileprivate let list: String
  fileprivate let type: @Sendable (LocatedFinding) -> String
  fileprivate let start: Members<ReportTool>
  fileprivate let issue: Members<LocatedFinding>
  fileprivate let summary: Members<ReportSummary>

  package init(
    list: String = "issues", type: @escaping @Sendable (LocatedFinding) -> String = { _ in "issue" },
    start: @escaping Members<ReportTool> = ReportShape.start,
    issue: @escaping Members<LocatedFinding> = ReportShape.issue,
    summary: @escaping Members<ReportSummary> = ReportShape.summary
  ) {
    (self.list, self.type, self.start, self.issue, self.summary) = (list, type, start, issue, summary)
  }
}

/// One JSON object for each line: the start, the issues, the summary.
public struct JSONLinesRenderer: ReportRenderer {
  private let shape: JSONShape

  /// Makes a renderer.
  public init() { shape = JSONShape() }
  package init(_ shape: JSONShape) { self.shape = shape }

  /// Writes a line of the type `start`, `issue` or `summary`.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start(let tool): JSONWriter.appendLine("start", to: &output) { shape.start(tool, &$0) }
    case .issue(let found, _): JSONWriter.appendLine(shape.type(found), to: &output) { shape.issue(found, &$0) }
    case .end(let counted): JSONWriter.appendLine("summary", to: &output) { shape.summary(counted, &$0) }
    default: break
    }
  }
}

/// One JSON document with the content of ``JSONLinesRenderer``'s lines, with each issue on a line.
public struct JSONRenderer: ReportRenderer {
  private let shape: JSONShape

  /// Makes a renderer.
  public init() { shape = JSONShape() }
  package init(_ shape: JSONShape) { self.shape = shape }

  /// Issues are elements of an array.
  public var separator: String { "," }

  /// Writes a part of the document.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start(let tool):
      JSONWriter.appendObject(to: &output) { shape.start(tool, &$0) }
      // The object stays open until the end of the report.
      output.removeLast()
      output += ",\"\(shape.list)\":["
    case .issue(let found, _):
      output += "\n"
      JSONWriter.appendObject(to: &output) { shape.issue(found, &$0) }
    case .end(let counted):
      output += "\n],\"summary\":"
      JSONWriter.appendObject(to: &output) { shape.summary(counted, &$0) }
      output += "}\n"
    default: break
    }
  }
}
