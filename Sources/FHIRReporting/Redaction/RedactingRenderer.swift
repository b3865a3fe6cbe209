/// Writes a report without the values of records, in the format of another renderer.
public struct RedactingRenderer: ReportRenderer {
  private let renderer: any ReportRenderer
  private let redaction: Redaction

  /// Redacts the input of a renderer.
  public init(_ renderer: any ReportRenderer, _ redaction: Redaction) {
    self.renderer = renderer
    self.redaction = redaction
  }

  /// The separator of the renderer.
  public var separator: String { renderer.separator }
  /// As the renderer.
  public var showsExcerpts: Bool { renderer.showsExcerpts }

  /// Writes the start of the renderer.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    renderer.renderStart(tool, into: &output)
  }

  /// Writes the beginning of a file under its substitute name.
  public func renderFile(_ file: String, into output: inout [UInt8]) {
    renderer.renderFile(redaction.name(ofFile: file), into: &output)
  }

  /// Writes the beginning of a block under the file's substitute name.
  public func renderBlockStart(_ block: ReportBlock, into output: inout [UInt8]) {
    var block = block
    block.file = redaction.name(ofFile: block.file)
    renderer.renderBlockStart(block, into: &output)
  }

  /// Writes the issue without values.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    renderer.render(redaction.redacted(issue), into: &output)
  }

  /// Writes the issue without values.
  public func render(_ issue: LocatedDiagnostic, after previous: LocatedDiagnostic?, into output: inout [UInt8]) {
    let shown = redaction.redacted(issue)
    // Redacted records of a type look alike, so the record is compared before redaction.
    let shownPrevious = previous.map { previous in
      var other = shown
      if !previous.isOfRecord(of: issue) { other.file = "" }
      return other
    }
    renderer.render(shown, after: shownPrevious, into: &output)
  }

  /// Writes the end of a block.
  public func renderBlockEnd(into output: inout [UInt8]) {
    renderer.renderBlockEnd(into: &output)
  }

  /// Writes the end of the report, with redacted counts.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    renderer.renderEnd(redaction.redacted(summary), into: &output)
  }
}
