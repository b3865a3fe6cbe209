import FHIRDiagnostics
import FHIRText

/// The report for people: issues by file, each with its line and the fault underlined, and a summary.
///
/// ```text
/// records/observation.json
///   3:13 error: expected a code of observation-status, found "done"  code/not-in-value-set
///     3 |   "status": "done",
///       |             ^^^^^^ Observation.status
/// ```
public struct TextRenderer: ReportRenderer {
  private let style: TextStyle

  /// Makes a renderer.
  ///
  /// - Parameter colors: whether to write the terminal's colour sequences.
  public init(colors: Bool = false) {
    style = TextStyle(isColored: colors)
  }

  /// Issues end with their own line.
  public var separator: String { "" }
  /// A report for people shows the line.
  public var showsExcerpts: Bool { true }

  /// Nothing: the text begins with the first file.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {}

  /// Writes the file's name on a line.
  public func renderFile(_ file: String, into output: inout [UInt8]) {
    output.append(contentsOf: (style(.strong, fileName(file)) + "\n").utf8)
  }

  /// Writes an issue.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    let diagnostic = issue.diagnostic
    output.append(contentsOf: "  ".utf8)
    style.append(.strong, to: &output) { output in
      if let position = issue.position {
        output.append(contentsOf: String(position.line).utf8)
        output.append(UInt8(ascii: ":"))
        output.append(contentsOf: String(position.column).utf8)
      } else {
        output.append(contentsOf: "byte \(diagnostic.range.start)".utf8)
      }
    }
    output.append(UInt8(ascii: " "))
    style.append(look(of: diagnostic.severity), to: &output) {
      $0.append(contentsOf: diagnostic.severity.description.utf8)
    }
    output.append(contentsOf: ": ".utf8)
    TerminalText.append(MaskedAddress.text(diagnostic.message), to: &output)
    output.append(contentsOf: "  ".utf8)
    style.append(.quiet, to: &output) { $0.append(contentsOf: diagnostic.rule.rawValue.utf8) }
    output.append(UInt8(ascii: "\n"))
    if let excerpt = issue.excerpt?.masked, let position = issue.position {
      appendExcerpt(excerpt, at: position, of: diagnostic, to: &output)
    } else {
      appendLabel(of: diagnostic, after: "    ", to: &output)
      if hasLabel(diagnostic) { output.append(UInt8(ascii: "\n")) }
    }
    output.append(UInt8(ascii: "\n"))
  }

  private func appendExcerpt(
    _ excerpt: SourceExcerpt, at position: SourcePosition, of diagnostic: Diagnostic, to output: inout [UInt8]
  ) {
    let line = String(position.line)
    output.append(contentsOf: "    ".utf8)
    style.append(.blue, to: &output) { output in
      output.append(contentsOf: line.utf8)
      output.append(contentsOf: " |".utf8)
    }
    output.append(UInt8(ascii: " "))
    let sourceStart = output.count
    let cut = excerpt.isCutBefore ? 1 : 0
    if excerpt.isCutBefore { output.append(contentsOf: "…".utf8) }
    let start = cut + TerminalText.append(excerpt.before, from: cut, to: &output)
    let width = TerminalText.append(excerpt.fault, from: start, to: &output)
    TerminalText.append(excerpt.after, from: start + width, to: &output)
    if excerpt.isCutAfter { output.append(contentsOf: "…".utf8) }
    // No space at the end of a line.
    if output.count == sourceStart { output.removeLast() }
    output.append(contentsOf: "\n    ".utf8)
    style.append(.blue, to: &output) { output in
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: line.utf8.count))
      output.append(contentsOf: " |".utf8)
    }
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: start + 1))
    style.append(look(of: diagnostic.severity), to: &output) { output in
      // A fault that goes on beyond the line is marked where it starts: a long underline would say nothing more.
      let length = excerpt.faultGoesOn ? 1 : max(1, width)
      output.append(contentsOf: repeatElement(UInt8(ascii: "^"), count: length))
    }
    appendLabel(of: diagnostic, after: " ", to: &output)
    output.append(UInt8(ascii: "\n"))
  }

  /// Appends the element's path and, when the path does not say it, the record.
  private func appendLabel(of diagnostic: Diagnostic, after space: String, to output: inout [UInt8]) {
    guard hasLabel(diagnostic) else { return }
    output.append(contentsOf: space.utf8)
    style.append(.quiet, to: &output) { output in
      TerminalText.append(diagnostic.path, to: &output)
      guard let record = diagnostic.record, let id = record.id else { return }
      output.append(contentsOf: (diagnostic.path.isEmpty ? "in " : " in ").utf8)
      let width = TerminalText.append(record.resourceType, to: &output)
      output.append(UInt8(ascii: "/"))
      TerminalText.append(id, from: width + 1, to: &output)
    }
  }

  private func hasLabel(_ diagnostic: Diagnostic) -> Bool {
    !diagnostic.path.isEmpty || diagnostic.record?.id != nil
  }

  private func look(of severity: Severity) -> TextStyle.Look {
    switch severity {
    case .fatal, .error: .red
    case .warning: .yellow
    case .information: .cyan
    }
  }

  private func fileName(_ file: String) -> String {
    file.byBytes == "-" ? "standard input" : TerminalText.visible(file)
  }

  /// Writes the summary.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    output.append(contentsOf: SummaryText(summary, style: style).text.utf8)
  }
}
