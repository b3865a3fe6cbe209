import FHIRDiagnostics

/// A table of RFC 4180: a header row, then one row for each issue.
///
/// Spreadsheets take a field that begins with `=` for a formula, quoted or not. Such a field gets an apostrophe in
/// front, which marks it as text.
public struct CSVRenderer: ReportRenderer {
  /// The columns; new ones are added at the end.
  public static let columns = [
    "file", "line", "column", "byteOffset", "severity", "rule", "path", "message", "resourceType", "id", "source",
    "release",
  ]

  /// Makes a renderer.
  public init() {}

  /// Nothing: every row includes its line end.
  public var separator: String { "" }
  /// The table has no excerpts.
  public var showsExcerpts: Bool { false }

  /// Writes the header row.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    output.append(contentsOf: (Self.columns.joined(separator: ",") + "\r\n").utf8)
  }

  /// Writes a row.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    let diagnostic = issue.diagnostic
    append(issue.file, to: &output)
    output.append(UInt8(ascii: ","))
    if let position = issue.position { output.append(decimal: position.line) }
    output.append(UInt8(ascii: ","))
    if let position = issue.position { output.append(decimal: position.column) }
    output.append(UInt8(ascii: ","))
    output.append(decimal: diagnostic.range.start)
    let record = diagnostic.record
    for text in [
      diagnostic.severity.description, diagnostic.rule.rawValue, diagnostic.path, issue.shownMessage,
      record?.resourceType ?? "", record?.id ?? "", issue.source.map { MaskedAddress.text($0) } ?? "",
      diagnostic.release ?? "",
    ] {
      output.append(UInt8(ascii: ","))
      append(text, to: &output)
    }
    output.append(contentsOf: "\r\n".utf8)
  }

  /// Nothing: a table of issues has no other rows.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {}

  /// Appends a field, in quotes if necessary.
  private func append(_ text: String, to output: inout [UInt8]) {
    guard let first = text.unicodeScalars.first else { return }
    let start = output.count
    if beginsFormula(first) { output.append(UInt8(ascii: "'")) }
    TerminalText.append(text, to: &output)
    let quote = UInt8(ascii: "\"")
    let needsQuotes =
      first == " " || output.last == UInt8(ascii: " ")
      || output[start...].contains { $0 == quote || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
    guard needsQuotes else { return }
    // A slice of the output would copy all of it when the output changes.
    let field = Array(output[start...])
    output.removeLast(field.count)
    output.append(quote)
    for byte in field {
      output.append(byte)
      if byte == quote { output.append(quote) }
    }
    output.append(quote)
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
