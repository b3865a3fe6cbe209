import FHIRFindings

/// A table of RFC 4180: a header row, then one row for each issue.
///
/// Spreadsheets take a field that begins with `=` for a formula, quoted or not; an apostrophe before it marks text.
public struct CSVRenderer: ReportRenderer {
  /// The columns; new ones are added at the end.
  public static let columns = [
    "file", "line", "column", "byteOffset", "severity", "rule", "path", "message", "resourceType", "id", "source",
    "release", "profile", "profileVersion", "fails",
  ]
  private let criteria: FailureCriteria

  /// Makes a renderer; the criteria of what fails the run are for the last column.
  public init(_ criteria: FailureCriteria = FailureCriteria()) { self.criteria = criteria }

  /// Writes the header row, and a row for each issue.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start: output += Self.columns.joined(separator: ",") + "\r\n"
    case .issue(let issue, _): output += row(issue)
    default: break
    }
  }

  private func row(_ issue: LocatedFinding) -> String {
    let (finding, record) = (issue.finding, issue.finding.record)
    let texts = [
      finding.severity.description, finding.rule.rawValue, finding.path, issue.shownMessage,
      record?.resourceType ?? "", record?.id ?? "", issue.source.map { MaskedAddress.text($0) } ?? "",
      finding.release ?? "", finding.profile.map { MaskedAddress.text($0.profile) } ?? "",
      finding.profile?.version ?? "", "\(criteria.fails(finding.severity))",
    ]
    let (line, column) = (issue.position.map { "\($0.line)" } ?? "", issue.position.map { "\($0.column)" } ?? "")
    let fields = [field(issue.file), line, column, "\(finding.range.start)"] + texts.map(field)
    return fields.joined(separator: ",") + "\r\n"
  }

  private func field(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return "" }
    let shown = (beginsFormula(first) ? "'" : "") + TerminalText.visible(text)
    let needsQuotes =
      first == " " || shown.utf8.last == UInt8(ascii: " ") || shown.utf8.contains { "\",;".utf8.contains($0) }
    return needsQuotes ? shown.quotedForCSV : shown
  }

  /// Whether a program may take a text with this first character for a formula. The signs have full-width forms, too,
  /// and some programs skip white space.
  private func beginsFormula(_ scalar: Unicode.Scalar) -> Bool { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(scalar) }
}

extension String {
  package var quotedForCSV: String {
    let quote = UInt8(ascii: "\"")
    return "\"" + String(decoding: utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }, as: UTF8.self) + "\""
  }
}

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
      let finding = issue.finding
      output += "\(TerminalText.visible(issue.file)):\(issue.place): \(finding.severity): "
      output += "\(TerminalText.visible(issue.shownMessage)) [\(finding.rule.rawValue)]\n"
    case .end(let summary): output += SummaryText.firstLine(of: summary) + "\n"
    default: break
    }
  }
}

/// Workflow commands of GitHub Actions, one line for each issue. GitHub shows an issue at its line of a pull request.
///
/// ```text
/// ::error file=a.json,line=3,col=13,title=code/not-in-value-set::expected a code of observation-status, found "done"
/// ```
///
/// Every line is a command, including the verdict at the end, so no text of a record can begin a command.
public struct GitHubRenderer: ReportRenderer {
  private let criteria: FailureCriteria

  /// Makes a renderer: an issue that fails the run is an error, and any other a warning at most.
  public init(_ criteria: FailureCriteria = FailureCriteria()) { self.criteria = criteria }

  /// Writes a command for an issue, and the summary as a notice.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .issue(let issue, _):
      let finding = issue.finding
      output += "::\(command(of: finding.severity)) file=\(property(issue.file))"
      if let position = issue.position { output += ",line=\(position.line),col=\(position.column)" }
      output += ",title=\(property(finding.rule.rawValue))::\(text(issue.shownMessage + issue.details))\n"
    case .end(let summary):
      let lines = SummaryText(summary: summary).text.split(separator: "\n").map { text(String($0)) }
      output += "::notice title=fhircheck::" + lines.joined(separator: "%0A") + "\n"
    default: break
    }
  }

  private func command(of severity: Severity) -> String {
    criteria.fails(severity) ? "error" : severity == .information ? "notice" : "warning"
  }

  private func text(_ text: String) -> String { TerminalText.visible(text).percentEncoded { $0 == UInt8(ascii: "%") } }

  /// A text without the separators of properties.
  private func property(_ text: String) -> String {
    TerminalText.visible(text).percentEncoded { "%:,".utf8.contains($0) }
  }
}

extension String {
  /// The text with `%2C` for a comma, if it is among the bytes to encode.
  func percentEncoded(_ mustEncode: (UInt8) -> Bool) -> String {
    guard utf8.contains(where: mustEncode) else { return self }
    let encoded = utf8.flatMap { byte in
      mustEncode(byte) ? Array(((byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)).utf8) : [byte]
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
