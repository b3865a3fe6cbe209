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

  /// Writes an element; an issue without a line gets line 1.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    let diagnostic = issue.diagnostic
    let path = diagnostic.path
    JSONWriter.append(to: &output) { writer in
      writer.part("\n{\"description\":\"")
      writer.escaped(issue.shownMessage)
      if !path.isEmpty {
        writer.part(" (")
        writer.escaped(path)
        writer.part(")")
      }
      writer.part("\",\"check_name\":\"")
      writer.escaped(diagnostic.rule.rawValue)
      writer.part("\",\"fingerprint\":\"")
      FindingFingerprint(issue, path: path, record: diagnostic.record).append(to: &writer.bytes)
      writer.part("\",\"severity\":\"")
      writer.part(severity(diagnostic.severity))
      writer.part("\",\"location\":{\"path\":\"")
      writer.escaped(issue.file)
      writer.part("\",\"lines\":{\"begin\":")
      writer.part(issue.position?.line ?? 1)
      writer.part("}}}")
    }
  }

  /// Closes the array.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    output.append(contentsOf: "\n]\n".utf8)
  }

  private func severity(_ severity: Severity) -> StaticString {
    switch severity {
    case .fatal: "critical"
    case .error: "major"
    case .warning: "minor"
    case .information: "info"
    }
  }
}
