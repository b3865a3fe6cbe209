import FHIRDiagnostics

/// The code quality report of GitLab: one array of issues, shown in a merge request.
public struct GitLabRenderer: ReportRenderer {
  private let files: RelativeFiles
  private let criteria: FailureCriteria

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of the folder below which files have relative paths; `nil` keeps all paths.
  ///   - criteria: what fails the run: such an issue is `major` at least, and any other is `minor` at most.
  public init(relativeTo folder: String? = nil, _ criteria: FailureCriteria = FailureCriteria()) {
    files = RelativeFiles(folder)
    self.criteria = criteria
  }

  /// Issues are elements of an array.
  public var separator: String { "," }
  /// GitLab shows the line itself.
  public var showsExcerpts: Bool { false }
  /// GitLab keeps one issue for each fingerprint.
  public var distinguishesEqualIssues: Bool { true }

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
      FindingFingerprint(uniqueFor: issue, path: path, record: diagnostic.record).append(to: &writer.bytes)
      writer.part("\",\"severity\":\"")
      writer.part(severity(diagnostic.severity))
      writer.part("\",\"location\":{\"path\":\"")
      writer.escaped(files.name(of: issue.file))
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
    if criteria.fails(severity) { return severity == .fatal ? "critical" : "major" }
    return severity == .information ? "info" : "minor"
  }
}
