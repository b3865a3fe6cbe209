import FHIRDiagnostics

/// One line for each issue, in the form that editors and build logs turn into links.
///
/// ```text
/// records/observation.json:3:13: error: expected a code of observation-status, found "done" [code/not-in-value-set]
/// ```
public struct ConciseRenderer: ReportRenderer {
  /// Makes a renderer.
  public init() {}

  /// Writes a line for an issue, where the place in a file without lines is the byte offset, and one for the verdict.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .issue(let issue, _):
      let diagnostic = issue.diagnostic
      output += "\(TerminalText.visible(issue.file)):\(issue.place): \(diagnostic.severity): "
      output += "\(TerminalText.visible(issue.shownMessage)) [\(diagnostic.rule.rawValue)]\n"
    case .end(let summary): output += SummaryText.firstLine(of: summary) + "\n"
    default: break
    }
  }
}
