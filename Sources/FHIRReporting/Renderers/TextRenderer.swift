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

  /// Each issue ends with a line break.
  public var separator: String { "" }
  /// This report shows source lines.
  public var showsExcerpts: Bool { true }

  /// Writes nothing: the text begins with the first file.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {}

  /// Writes the file's name on a line.
  public func renderFile(_ file: String, into output: inout [UInt8]) {
    output.append(contentsOf: (style(.strong, fileName(file)) + "\n").utf8)
  }

  /// Writes an issue.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    let diagnostic = issue.diagnostic
    output.append(contentsOf: "  ".utf8)
    let place = issue.position.map { "\($0.line):\($0.column)" } ?? "byte \(diagnostic.range.start)"
    style.append(.strong, to: &output) { $0.append(contentsOf: place.utf8) }
    output.append(UInt8(ascii: " "))
    style.append(TextStyle.Look(diagnostic.severity), to: &output) {
      $0.append(contentsOf: diagnostic.severity.description.utf8)
    }
    output.append(contentsOf: ": ".utf8)
    appendMessage(
      of: diagnostic, after: 2 + place.utf8.count + 1 + diagnostic.severity.description.utf8.count + 2, to: &output)
    if let excerpt = issue.excerpt?.masked, let position = issue.position {
      appendExcerpt(excerpt, at: position, of: diagnostic, to: &output)
    } else {
      appendLabel(of: diagnostic, after: "    ", to: &output)
      if hasLabel(diagnostic) { output.append(UInt8(ascii: "\n")) }
    }
    if issue.repeats > 0 {
      output.append(contentsOf: "    and \(String(grouped: issue.repeats)) more like it in this file\n".utf8)
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// Appends the message and the rule, on several lines if they are too long for one.
  private func appendMessage(of diagnostic: Diagnostic, after start: Int, to output: inout [UInt8]) {
    let message = TerminalText.visible(MaskedAddress.text(diagnostic.message))
    let rule = diagnostic.rule.rawValue
    let parts = wrapped.parts(of: message, after: start, indent: Self.indent)
    for (number, part) in parts.enumerated() {
      if number > 0 { beginLine(to: &output) }
      output.append(contentsOf: part.utf8)
    }
    let end = wrapped.end(of: parts, after: start, indent: Self.indent)
    if let width, end + 2 + rule.utf8.count > width {
      beginLine(to: &output)
    } else {
      output.append(contentsOf: "  ".utf8)
    }
    style.append(.quiet, to: &output) { $0.append(contentsOf: rule.utf8) }
    output.append(UInt8(ascii: "\n"))
  }

  /// The indentation of a continued line.
  private static let indent = 6

  private func beginLine(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: Self.indent))
  }

  private func appendExcerpt(
    _ whole: SourceExcerpt, at position: SourcePosition, of diagnostic: Diagnostic, to output: inout [UInt8]
  ) {
    let line = String(position.line)
    let margin = 4 + line.utf8.count + 3
    let excerpt = width.map { whole.fitting($0 - margin) } ?? whole
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
    // Lines have no trailing spaces.
    if output.count == sourceStart { output.removeLast() }
    output.append(contentsOf: "\n    ".utf8)
    style.append(.blue, to: &output) { output in
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: line.utf8.count))
      output.append(contentsOf: " |".utf8)
    }
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: start + 1))
    style.append(TextStyle.Look(diagnostic.severity), to: &output) { output in
      // A fault that continues on the next line is marked at its start only.
      let length = excerpt.faultGoesOn ? 1 : max(1, width)
      output.append(contentsOf: repeatElement(UInt8(ascii: "^"), count: length))
    }
    var label: [UInt8] = []
    appendLabel(of: diagnostic, after: " ", to: &label)
    let column = margin + start + (excerpt.faultGoesOn ? 1 : max(1, width))
    if let columns = self.width, !label.isEmpty, column + 1 + labelWidth(of: diagnostic) > columns {
      output.append(contentsOf: "\n   ".utf8)
    }
    output.append(contentsOf: label)
    output.append(UInt8(ascii: "\n"))
  }

  /// Appends the element's path and, if the path does not contain it, the record.
  private func appendLabel(of diagnostic: Diagnostic, after space: String, to output: inout [UInt8]) {
    guard hasLabel(diagnostic) else { return }
    output.append(contentsOf: space.utf8)
    style.append(.quiet, to: &output) { output in
      TerminalText.append(diagnostic.path, to: &output)
      guard let record = diagnostic.record, let id = record.id else { return }
      if !diagnostic.path.isEmpty {
        if let width, 4 + labelWidth(of: diagnostic) > width {
          beginLine(to: &output)
        } else {
          output.append(UInt8(ascii: " "))
        }
      }
      output.append(contentsOf: "in ".utf8)
      let width = TerminalText.append(record.resourceType, to: &output)
      output.append(UInt8(ascii: "/"))
      TerminalText.append(id, from: width + 1, to: &output)
    }
  }

  private func labelWidth(of diagnostic: Diagnostic) -> Int {
    let record = diagnostic.record
    let id = record?.id.map { 5 + $0.utf8.count + (record?.resourceType.utf8.count ?? 0) } ?? 0
    return diagnostic.path.utf8.count + id
  }

  private func hasLabel(_ diagnostic: Diagnostic) -> Bool {
    !diagnostic.path.isEmpty || diagnostic.record?.id != nil
  }

  private func fileName(_ file: String) -> String {
    file.byBytes == "-" ? "standard input" : TerminalText.visible(file)
  }

  /// Writes the summary.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    output.append(
      contentsOf: SummaryText(
        summary, style: style, width: width, showsStatistics: showsStatistics, listsEachKind: listsEachKind
      ).text.utf8)
  }
}
