import FHIRDiagnostics

/// Workflow commands of GitHub Actions, one line for each issue. GitHub shows an issue at its line of a pull request.
///
/// ```text
/// ::error file=a.json,line=3,col=13,title=code/not-in-value-set::expected a code of observation-status, found "done"
/// ```
///
/// Every line is a command, including the verdict at the end, so no text of a record can begin a command.
public struct GitHubRenderer: ReportRenderer {
  private let criteria: FailureCriteria

  /// Makes a renderer.
  ///
  /// - Parameter criteria: what fails the run: such an issue is an error, and any other a warning at most.
  public init(_ criteria: FailureCriteria = FailureCriteria()) { self.criteria = criteria }

  /// Nothing: every line includes its end.
  public var separator: String { "" }
  /// GitHub shows the line itself.
  public var showsExcerpts: Bool { false }

  /// Nothing: the first line is that of the first issue.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {}

  /// Writes a command.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    let diagnostic = issue.diagnostic
    output.append(contentsOf: "::".utf8)
    output.append(contentsOf: command(of: diagnostic.severity).utf8)
    output.append(contentsOf: " file=".utf8)
    append(issue.file, isProperty: true, to: &output)
    if let position = issue.position {
      output.append(contentsOf: ",line=".utf8)
      output.append(decimal: position.line)
      output.append(contentsOf: ",col=".utf8)
      output.append(decimal: position.column)
    }
    output.append(contentsOf: ",title=".utf8)
    append(diagnostic.rule.rawValue, isProperty: true, to: &output)
    output.append(contentsOf: "::".utf8)
    append(issue.shownMessage, isProperty: false, to: &output)
    if !diagnostic.path.isEmpty {
      output.append(contentsOf: " (".utf8)
      append(diagnostic.path, isProperty: false, to: &output)
      output.append(UInt8(ascii: ")"))
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// Writes the summary as a notice.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    output.append(contentsOf: "::notice title=fhircheck::".utf8)
    let text = SummaryText(summary, style: TextStyle(isColored: false)).text
    for (number, line) in text.split(separator: "\n").enumerated() {
      if number > 0 { output.append(contentsOf: "%0A".utf8) }
      append(String(line), isProperty: false, to: &output)
    }
    output.append(UInt8(ascii: "\n"))
  }

  private func command(of severity: Severity) -> String {
    criteria.fails(severity) ? "error" : severity == .information ? "notice" : "warning"
  }

  /// Appends text escaped for a command: `%` and, in a property, the separators of properties, as `%` and a number.
  private func append(_ text: String, isProperty: Bool, to output: inout [UInt8]) {
    let start = output.count
    TerminalText.append(text, to: &output)
    guard output[start...].contains(where: { mustEscape($0, isProperty) }) else { return }
    let shown = output[start...]
    output.removeSubrange(start...)
    for byte in shown {
      if mustEscape(byte, isProperty) { output.append(percentEncoded: byte) } else { output.append(byte) }
    }
  }

  private func mustEscape(_ byte: UInt8, _ isProperty: Bool) -> Bool {
    byte == UInt8(ascii: "%") || isProperty && (byte == UInt8(ascii: ":") || byte == UInt8(ascii: ","))
  }
}

extension [UInt8] {
  /// Appends `%2C` for a comma.
  mutating func append(percentEncoded byte: UInt8) {
    append(UInt8(ascii: "%"))
    for nibble in [byte >> 4, byte & 15] {
      append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10)
    }
  }
}
