import FHIRDiagnostics

/// One line for each issue, in the form that editors and build logs turn into links.
///
/// ```text
/// records/observation.json:3:13: error: expected a code of observation-status, found "done" [code/not-in-value-set]
/// ```
public struct ConciseRenderer: ReportRenderer {
  /// Makes a renderer.
  public init() {}

  /// Nothing: every line includes its end.
  public var separator: String { "" }
  /// An issue has only one line.
  public var showsExcerpts: Bool { false }

  /// Nothing: the first line is that of the first issue.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {}

  /// Writes a line; if the file has no lines, the place is the byte offset.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    let diagnostic = issue.diagnostic
    TerminalText.append(issue.file, to: &output)
    output.append(UInt8(ascii: ":"))
    if let position = issue.position {
      output.append(decimal: position.line)
      output.append(UInt8(ascii: ":"))
      output.append(decimal: position.column)
    } else {
      output.append(contentsOf: "byte ".utf8)
      output.append(decimal: diagnostic.range.start)
    }
    output.append(contentsOf: ": ".utf8)
    output.append(contentsOf: diagnostic.severity.description.utf8)
    output.append(contentsOf: ": ".utf8)
    TerminalText.append(issue.shownMessage, to: &output)
    output.append(contentsOf: " [".utf8)
    output.append(contentsOf: diagnostic.rule.rawValue.utf8)
    output.append(contentsOf: "]\n".utf8)
  }

  /// Writes the verdict as one line.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    output.append(contentsOf: SummaryText(summary, style: TextStyle(isColored: false)).firstLine.utf8)
    output.append(UInt8(ascii: "\n"))
  }
}

extension SummaryText {
  /// The verdict and how much was judged.
  var firstLine: Substring { text.prefix { $0 != "\n" } }
}
