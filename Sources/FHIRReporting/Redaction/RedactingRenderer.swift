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
  /// As the renderer.
  public var distinguishesEqualIssues: Bool { renderer.distinguishesEqualIssues }

  /// Writes a part without values, and under the substitute names of files.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    renderer.render(redacted(part), into: &output)
  }

  private func redacted(_ part: ReportPart) -> ReportPart {
    switch part {
    case .start, .blockEnd: return part
    case .file(let file): return .file(redaction.name(ofFile: file))
    case .block(var block):
      block.file = redaction.name(ofFile: block.file)
      return .block(block)
    case .issue(let issue, let previous):
      let shown = redaction.redacted(issue)
      // Redacted records of a type look alike, so the record is compared before redaction.
      let shownPrevious = previous.map { previous in
        var other = shown
        if !previous.isOfRecord(of: issue) { other.file = "" }
        return other
      }
      return .issue(shown, after: shownPrevious)
    case .end(let summary): return .end(redaction.redacted(summary))
    }
  }
}
