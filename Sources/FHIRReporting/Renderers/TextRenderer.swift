import FHIRFindings

/// The report for people: issues by file, each with its line and the fault underlined, and a summary.
///
/// ```text
/// records/observation.json
///   3:13 error: expected a code of observation-status, found "done"  code/not-in-value-set
///     3 |   "status": "done",
///       |             ^^^^^^ Observation.status in Observation/1: Glucose, 2025-07-01, Kaiser
/// ```
///
/// An issue that represents a group is written with some of its places:
///
/// ```text
/// error: expected a code of observation-status, found "done"
///   47 in 47 records of 46 files: code/not-in-value-set at Observation.status
///     Glucose, 2025-07-01, Kaiser: records/observation.json:3:13
///       3 |   "status": "done",
///         |             ^^^^^^
///     Sodium, 2025-07-01, Kaiser: records/other.json:3:13
/// ```
///
/// A message that does not fit continues on the next line, indented further than any first line. Lines are broken only at
/// spaces, so that a search for a path or an address finds it; the format `concise` has each finding on one line.
public struct TextRenderer: ReportRenderer {
  private let wrapped: WrappedText
  /// The end of the report, but for its counts.
  private let ending: SummaryText
  private var style: TextStyle { ending.style }
  private var width: Int? { ending.width }

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - colors: whether to write the terminal's colour sequences.
  ///   - width: the number of columns: lines of the input are cut to it, and others are wrapped; `nil` for no limit.
  ///   - statistics: whether to write ``ReportSummary/statistics`` in full, instead of only the most frequent kinds.
  ///   - listsEachKind: whether each kind of what was not checked has its own line, even if there are more than twelve.
  ///   - saysWhatNext: whether the report ends with commands that help with its issues.
  public init(
    colors: Bool = false, width: Int? = nil, statistics: Bool = false, listsEachKind: Bool = false,
    saysWhatNext: Bool = false
  ) {
    ending = SummaryText(
      style: TextStyle(isColored: colors), width: width.map { max($0, 40) }, showsStatistics: statistics,
      listsEachKind: listsEachKind, saysWhatNext: saysWhatNext)
    wrapped = WrappedText(width: ending.width)
  }

  /// This report shows source lines.
  public var showsExcerpts: Bool { true }

  /// Writes the names of files, the issues, and the summary.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .file(let file): output += style(.strong, TerminalText.name(ofFile: file)) + "\n"
    case .issue(let issue, _): output += issue.group.map { text(of: $0, issue) } ?? text(of: issue)
    case .end(let summary):
      var ending = ending
      ending.summary = summary
      output += ending.text
    default: break
    }
  }

  private func text(of issue: LocatedFinding) -> String {
    let finding = issue.finding
    let severity = finding.severity.word
    var text = "  \(style(.strong, issue.place)) \(style(TextStyle.Look(finding.severity), severity)): "
    text += message(of: issue, after: 2 + issue.place.utf8.count + 1 + severity.utf8.count + 2)
    let label = label(of: issue)
    if let excerpt = issue.excerpt?.masked, let position = issue.position {
      text += self.excerpt(excerpt, at: position, of: finding, label)
    } else if !label.isEmpty {
      text += wrapped.lines(of: "    " + style(.quiet, label), indent: Self.indent).joined(separator: "\n") + "\n"
    }
    return text + "\n"
  }

  /// The issues of a group: what all have in common, and where some are, each with what is its own.
  private func text(of group: LocatedFinding.Group, _ first: LocatedFinding) -> String {
    let (finding, count) = (first.finding, first.repeats + 1)
    let look = TextStyle.Look(finding.severity)
    let message = TerminalText.visible(MessageParts(first.shownMessage).shared(group.differing))
    let rule = finding.rule.rawValue
    let files = "in " + String(counting: group.files, "file", "files")
    // A recommendation has one line.
    if finding.severity == .information {
      let start = style(look, String(counting: count, "note", "notes")) + " " + files
      return joined("\(start): \(message)  \(style(.quiet, rule))", 0, indent: 4) + "\n"
    }
    var text = joined(style(look, finding.severity.word) + ": " + style(.strong, message), 0, indent: 4)
    var pattern = TerminalText.visible(FindingKind.texts(of: finding).pattern)
    if !group.isOfOneType { pattern = String(pattern.drop { $0 != "." }.dropFirst()) }
    let records =
      group.records.map { "in \(String(counting: $0, "record", "records")) of" + files.dropFirst(2) } ?? files
    let place = style(
      .quiet,
      rule + (pattern.isEmpty ? "" : " at " + pattern) + (group.isOfOneType ? "" : " in records of several types"))
    text += joined("\(String(grouped: count)) \(records): \(place)", 2, indent: 4)
    for (number, example) in ([first] + group.others).enumerated() {
      let name = name(of: example)
      let own = MessageParts(example.shownMessage).own(group.differing, besides: example.finding.record?.resourceType)
      let file = TerminalText.name(ofFile: example.file).replacing(" ", with: WrappedText.joint)
      text += joined(
        (name.isEmpty ? "" : name + ": ") + "\(file):\(example.place)"
          + (own.isEmpty ? "" : ": " + TerminalText.visible(own)), 4, indent: Self.indent)
      guard number == 0, let excerpt = example.excerpt?.masked, let position = example.position, !excerpt.isBracket
      else { continue }
      text += self.excerpt(excerpt, at: position, of: finding, "", indent: Self.indent)
    }
    return text + "\n"
  }

  /// Lines that begin at a column, those after the first at another.
  private func joined(_ text: String, _ column: Int, indent: Int) -> String {
    wrapped.lines(of: String(repeating: " ", count: column) + text, indent: indent).joined(separator: "\n") + "\n"
  }

  /// `Glucose, 2025-07-01, Kaiser`, else `Observation/1`; empty if no record is known.
  private func name(of issue: LocatedFinding) -> String {
    let record = issue.finding.record
    let parts = [issue.title ?? record?.text ?? "", issue.source ?? ""]
    return TerminalText.visible(MaskedAddress.text(parts.filter { !$0.isEmpty }.joined(separator: ", ")))
  }

  /// The message and the rule, on several lines if they are too long for one.
  private func message(of issue: LocatedFinding, after start: Int) -> String {
    let rule = issue.finding.rule.rawValue
    let parts = wrapped.parts(of: TerminalText.visible(issue.shownMessage), after: start, indent: Self.indent)
    let end = wrapped.end(of: parts, after: start, indent: Self.indent)
    let isTooLong = width.map { end + 2 + rule.utf8.count > $0 } ?? false
    return parts.joined(separator: Self.newLine) + (isTooLong ? Self.newLine : "  ") + style(.quiet, rule) + "\n"
  }

  private static let indent = 6
  private static let newLine = "\n" + String(repeating: " ", count: indent)

  private func excerpt(
    _ whole: SourceExcerpt, at position: SourcePosition, of finding: Finding, _ label: String, indent: Int = 4
  ) -> String {
    let line = String(position.line)
    let margin = indent + line.utf8.count + 3
    let space = String(repeating: " ", count: indent)
    let excerpt = width.map { whole.fitting($0 - margin) } ?? whole
    let cut = excerpt.isCutBefore ? "…" : ""
    let before = cut + TerminalText.visible(excerpt.before, from: cut.isEmpty ? 0 : 1)
    let start = TerminalText.width(before)
    let fault = TerminalText.visible(excerpt.fault, from: start)
    let width = TerminalText.width(fault)
    let after = TerminalText.visible(excerpt.after, from: start + width) + (excerpt.isCutAfter ? "…" : "")
    let shown = before + fault + after
    // Lines have no trailing spaces.
    var text = space + style(.blue, line + " |") + (shown.isEmpty ? "" : " " + shown) + "\n"
    text += space + style(.blue, String(repeating: " ", count: line.utf8.count) + " |")
    // A fault that continues on the next line is marked at its start only.
    let length = excerpt.faultGoesOn ? 1 : max(1, width)
    text += String(repeating: " ", count: start + 1)
    text += style(TextStyle.Look(finding.severity), String(repeating: "^", count: length))
    if label.isEmpty { return text + "\n" }
    // Below the marks if it does not fit beside them.
    let end = margin + start + length
    let fits = self.width.map { end + 1 + TerminalText.width(label) <= $0 } ?? true
    if fits { return text + " " + style(.quiet, label) + "\n" }
    return text + "\n" + joined(style(.quiet, label), 4, indent: Self.indent)
  }

  /// The element's path and, if the path does not contain it, the record with what it is.
  private func label(of issue: LocatedFinding) -> String {
    let path = TerminalText.visible(issue.finding.path)
    guard let record = issue.finding.record, record.id != nil else { return path }
    let title = issue.title == nil ? "" : ": " + name(of: issue)
    return path + (path.isEmpty ? "" : " ") + "in " + TerminalText.visible(record.text) + title
  }
}
