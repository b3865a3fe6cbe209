import FHIRDiagnostics

/// The code quality report of GitLab: one array of issues, shown in a merge request.
public struct GitLabRenderer: ReportRenderer {
  /// Makes a renderer.
  public init() {}

  /// Issues are elements of an array.
  public var separator: String { "," }
  /// GitLab shows the line itself.
  public var showsExcerpts: Bool { false }

  /// Opens the array.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
  }

  /// Writes an element; what has no line stands at the first.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    output.append(0x0A)
    JSONWriter.appendObject(to: &output) { writer in
      let diagnostic = issue.diagnostic
      writer.member("description", description(of: issue))
      writer.member("check_name", diagnostic.rule.rawValue)
      writer.member("fingerprint", FindingFingerprint(issue).text)
      writer.member("severity", severity(diagnostic.severity))
      writer.key("location")
      writer.object { writer in
        writer.member("path", issue.file)
        writer.key("lines")
        writer.object { $0.member("begin", issue.position?.line ?? 1) }
      }
    }
  }

  /// Closes the array.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    output.append(contentsOf: "\n]\n".utf8)
  }

  private func description(of issue: LocatedDiagnostic) -> String {
    let path = issue.diagnostic.path
    return path.isEmpty ? issue.shownMessage : issue.shownMessage + " (" + path + ")"
  }

  private func severity(_ severity: Severity) -> String {
    switch severity {
    case .fatal: "critical"
    case .error: "major"
    case .warning: "minor"
    case .information: "info"
    }
  }
}
