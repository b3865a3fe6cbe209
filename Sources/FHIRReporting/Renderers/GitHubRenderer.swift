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

  /// Writes a command for an issue, and the summary as a notice.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .issue(let issue, _):
      let (diagnostic, path) = (issue.diagnostic, issue.diagnostic.path)
      output += "::\(command(of: diagnostic.severity)) file=\(property(issue.file))"
      if let position = issue.position { output += ",line=\(position.line),col=\(position.column)" }
      output += ",title=\(property(diagnostic.rule.rawValue))::\(text(issue.shownMessage))"
      let details = [path, issue.judge].filter { !$0.isEmpty }.joined(separator: ", ")
      output += (details.isEmpty ? "" : " (\(text(details)))") + "\n"
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
      mustEncode(byte)
        ? Array(((byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)).utf8) : [byte]
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
