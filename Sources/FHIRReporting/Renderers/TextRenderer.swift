import FHIRDiagnostics
import FHIRSupport

/// The report for people: issues by file, each with its line and the fault underlined, and a summary.
///
/// ```text
/// records/observation.json
///   3:13 error: expected a code of observation-status, found "done"  code/not-in-value-set
///     3 |   "status": "done",
///       |             ^^^^^^ Observation.status
/// ```
///
/// A message that does not fit continues on the next line, indented further than any first line. Lines are broken only at
/// spaces, so that a search for a path or an address finds it; the format `concise` has each finding on one line.
public struct TextRenderer: ReportRenderer {
  private let style: TextStyle
  private let width: Int?
  private let wrapped: WrappedText
  private let showsStatistics: Bool
  private let listsEachKind: Bool

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - colors: whether to write the terminal's colour sequences.
  ///   - width: the number of columns: lines of the input are cut to it, and others are wrapped; `nil` for no limit.
  ///   - statistics: whether to write ``ReportSummary/statistics`` in full, instead of only the most frequent kinds.
  ///   - listsEachKind: whether each kind of what was not checked has its own line, even if there are more than twelve.
  public init(colors: Bool = false, width: Int? = nil, statistics: Bool = false, listsEachKind: Bool = false) {
    style = TextStyle(isColored: colors)
    self.width = width.map { max($0, 40) }
    wrapped = WrappedText(width: self.width)
    showsStatistics = statistics
    self.listsEachKind = listsEachKind
  }

  /// This report shows source lines.
  public var showsExcerpts: Bool { true }

  /// Writes the names of files, the issues, and the summary.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .file(let file):
      output += style(.strong, file.byBytes == "-" ? "standard input" : TerminalText.visible(file)) + "\n"
    case .issue(let issue, _): output += text(of: issue)
    case .end(let summary):
      output +=
        SummaryText(
          summary: summary, style: style, width: width, showsStatistics: showsStatistics, listsEachKind: listsEachKind
        ).text
    default: break
    }
  }

  private func text(of issue: LocatedDiagnostic) -> String {
    let diagnostic = issue.diagnostic
    let severity = diagnostic.severity.description
    var text = "  \(style(.strong, issue.place)) \(style(TextStyle.Look(diagnostic.severity), severity)): "
    text += message(of: issue, after: 2 + issue.place.utf8.count + 1 + severity.utf8.count + 2)
    let label = label(of: diagnostic)
    if let excerpt = issue.excerpt?.masked, let position = issue.position {
      text += self.excerpt(excerpt, at: position, of: diagnostic, label)
    } else if !label.isEmpty {
      text += "    \(label)\n"
    }
    if issue.repeats > 0 { text += "    and \(String(grouped: issue.repeats)) more like it in this file\n" }
    return text + "\n"
  }

  /// The message and the rule, on several lines if they are too long for one.
  private func message(of issue: LocatedDiagnostic, after start: Int) -> String {
    let rule = issue.diagnostic.rule.rawValue
    let parts = wrapped.parts(of: TerminalText.visible(issue.shownMessage), after: start, indent: Self.indent)
    let end = wrapped.end(of: parts, after: start, indent: Self.indent)
    let isTooLong = width.map { end + 2 + rule.utf8.count > $0 } ?? false
    return parts.joined(separator: Self.newLine) + (isTooLong ? Self.newLine : "  ") + style(.quiet, rule) + "\n"
  }

  /// The indentation of a continued line.
  private static let indent = 6
  private static let newLine = "\n" + String(repeating: " ", count: indent)

  /// The line with the fault underlined, and the label.
  private func excerpt(
    _ whole: SourceExcerpt, at position: SourcePosition, of diagnostic: Diagnostic, _ label: String
  ) -> String {
    let line = String(position.line)
    let margin = 4 + line.utf8.count + 3
    let excerpt = width.map { whole.fitting($0 - margin) } ?? whole
    let cut = excerpt.isCutBefore ? "…" : ""
    let before = cut + TerminalText.visible(excerpt.before, from: cut.isEmpty ? 0 : 1)
    let start = TerminalText.width(before)
    let fault = TerminalText.visible(excerpt.fault, from: start)
    let width = TerminalText.width(fault)
    let after = TerminalText.visible(excerpt.after, from: start + width) + (excerpt.isCutAfter ? "…" : "")
    let shown = before + fault + after
    // Lines have no trailing spaces.
    var text = "    " + style(.blue, line + " |") + (shown.isEmpty ? "" : " " + shown) + "\n"
    text += "    " + style(.blue, String(repeating: " ", count: line.utf8.count) + " |")
    // A fault that continues on the next line is marked at its start only.
    let length = excerpt.faultGoesOn ? 1 : max(1, width)
    text += String(repeating: " ", count: start + 1)
    text += style(TextStyle.Look(diagnostic.severity), String(repeating: "^", count: length))
    let end = margin + start + length + 1 + labelWidth(of: diagnostic)
    let isTooLong = self.width.map { !label.isEmpty && end > $0 } ?? false
    return text + (isTooLong ? "\n   " : "") + (label.isEmpty ? "" : " " + label) + "\n"
  }

  /// The element's path and, if the path does not contain it, the record.
  private func label(of diagnostic: Diagnostic) -> String {
    let path = TerminalText.visible(diagnostic.path)
    guard let record = diagnostic.record, let id = record.id else { return style(.quiet, path) }
    let isTooLong = width.map { 4 + labelWidth(of: diagnostic) > $0 } ?? false
    let type = TerminalText.visible(record.resourceType)
    let name = type + "/" + TerminalText.visible(id, from: TerminalText.width(type) + 1)
    return style(.quiet, path + (path.isEmpty ? "" : isTooLong ? Self.newLine : " ") + "in " + name)
  }

  private func labelWidth(of diagnostic: Diagnostic) -> Int {
    let record = diagnostic.record
    let id = record?.id.map { 5 + $0.utf8.count + (record?.resourceType.utf8.count ?? 0) } ?? 0
    return diagnostic.path.utf8.count + id
  }
}
