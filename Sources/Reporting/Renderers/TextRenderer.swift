import Diagnostics
import Texts

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
    var text = ""
    let diagnostic = issue.diagnostic
    let place = issue.position.map { "\($0.line):\($0.column)" } ?? "byte \(diagnostic.range.start)"
    let severity = style(look(of: diagnostic.severity), diagnostic.severity.description)
    let message = TerminalText.visible(MaskedAddress.text(diagnostic.message))
    text += "  \(style(.strong, place)) \(severity): \(message)  \(style(.quiet, diagnostic.rule.rawValue))\n"
    if let excerpt = issue.excerpt?.masked, let position = issue.position {
      appendExcerpt(excerpt, at: position, of: issue, to: &text)
    } else if let label = label(of: diagnostic) {
      text += "    \(label)\n"
    }
    text += "\n"
    output.append(contentsOf: text.utf8)
  }

  private func appendExcerpt(
    _ excerpt: SourceExcerpt, at position: SourcePosition, of issue: LocatedDiagnostic, to text: inout String
  ) {
    let before =
      (excerpt.isCutBefore ? "…" : "") + TerminalText.visible(excerpt.before, from: excerpt.isCutBefore ? 1 : 0)
    let start = TerminalText.width(before)
    let fault = TerminalText.visible(excerpt.fault, from: start)
    let after = TerminalText.visible(excerpt.after, from: start + TerminalText.width(fault))
    let line = String(position.line)
    let margin = String(repeating: " ", count: line.utf8.count)
    let look = look(of: issue.diagnostic.severity)
    // A fault that goes on beyond the line is marked where it starts: a long underline would say nothing more.
    let length = excerpt.faultGoesOn ? 1 : max(1, TerminalText.width(fault))
    let marks = style(look, String(repeating: "^", count: length))

    let source = before + fault + after + (excerpt.isCutAfter ? "…" : "")
    text += "    " + style(.blue, "\(line) |") + (source.isEmpty ? "" : " " + source) + "\n"
    text += "    " + style(.blue, "\(margin) |") + " " + String(repeating: " ", count: start) + marks
    if let label = label(of: issue.diagnostic) { text += " " + label }
    text += "\n"
  }

  /// The element's path and, when the path does not say it, the record.
  private func label(of diagnostic: Diagnostic) -> String? {
    var parts: [String] = []
    if !diagnostic.path.isEmpty { parts.append(TerminalText.visible(diagnostic.path)) }
    if let record = diagnostic.record, let id = record.id {
      parts.append("in " + TerminalText.visible("\(record.resourceType)/\(id)"))
    }
    return parts.isEmpty ? nil : style(.quiet, parts.joined(separator: " "))
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
