import FHIRDiagnostics

/// A table of RFC 4180: a header row, then one row for each issue.
///
/// Spreadsheets take a field that begins with `=` for a formula, quoted or not. Such a field gets an apostrophe in
/// front, which marks it as text.
public struct CSVRenderer: ReportRenderer {
  /// The columns; new ones are added at the end.
  public static let columns = [
    "file", "line", "column", "byteOffset", "severity", "rule", "path", "message", "resourceType", "id", "source",
    "release", "profile", "profileVersion", "fails",
  ]
  private let criteria: FailureCriteria

  /// Makes a renderer.
  ///
  /// - Parameter criteria: what fails the run, for the last column.
  public init(_ criteria: FailureCriteria = FailureCriteria()) { self.criteria = criteria }

  /// Writes the header row, and a row for each issue.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start: output += Self.columns.joined(separator: ",") + "\r\n"
    case .issue(let issue, _): output += row(issue)
    default: break
    }
  }

  private func row(_ issue: LocatedDiagnostic) -> String {
    let (diagnostic, record) = (issue.diagnostic, issue.diagnostic.record)
    let texts = [
      diagnostic.severity.description, diagnostic.rule.rawValue, diagnostic.path, issue.shownMessage,
      record?.resourceType ?? "", record?.id ?? "", issue.source.map { MaskedAddress.text($0) } ?? "",
      diagnostic.release ?? "", diagnostic.profile.map { MaskedAddress.text($0.profile) } ?? "",
      diagnostic.profile?.version ?? "", "\(criteria.fails(diagnostic.severity))",
    ]
    let (line, column) = (issue.position.map { "\($0.line)" } ?? "", issue.position.map { "\($0.column)" } ?? "")
    let fields = [field(issue.file), line, column, "\(diagnostic.range.start)"] + texts.map(field)
    return fields.joined(separator: ",") + "\r\n"
  }

  /// A field, in quotes if necessary.
  private func field(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return "" }
    let shown = (beginsFormula(first) ? "'" : "") + TerminalText.visible(text)
    let needsQuotes =
      first == " " || shown.utf8.last == UInt8(ascii: " ") || shown.utf8.contains { "\",;".utf8.contains($0) }
    return needsQuotes ? shown.quotedForCSV : shown
  }

  /// Whether a program may take a text with this first character for a formula. The signs have full-width forms, too,
  /// and some programs skip white space.
  private func beginsFormula(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": true
    default: false
    }
  }
}

extension String {
  /// The text in quotes, with each quote in it twice.
  package var quotedForCSV: String {
    let quote = UInt8(ascii: "\"")
    return "\"" + String(decoding: utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }, as: UTF8.self) + "\""
  }
}
