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
  /// GitLab keeps one issue for each fingerprint.
  public var distinguishesEqualIssues: Bool { true }

  /// Writes a part of the array.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start: output += "["
    case .issue(let issue, _): append(issue, to: &output)
    case .end: output += "\n]\n"
    default: break
    }
  }

  /// Appends an element; an issue without a line gets line 1.
  private func append(_ issue: LocatedDiagnostic, to output: inout [UInt8]) {
    let (diagnostic, path) = (issue.diagnostic, issue.diagnostic.path)
    output += "\n"
    JSONWriter.appendObject(to: &output) { writer in
      let details = [path, issue.judge].filter { !$0.isEmpty }.joined(separator: ", ")
      writer.member("description", issue.shownMessage + (details.isEmpty ? "" : " (\(details))"))
      writer.member("check_name", diagnostic.rule.rawValue)
      writer.member(
        "fingerprint", FindingFingerprint(uniqueFor: issue, path: path, record: diagnostic.record).text)
      writer.member("severity", severity(diagnostic.severity))
      writer.object("location") { writer in
        writer.member("path", files.name(of: issue.file))
        writer.object("lines") { $0.member("begin", issue.position?.line ?? 1) }
      }
    }
  }

  private func severity(_ severity: Severity) -> String {
    if criteria.fails(severity) { return severity == .fatal ? "critical" : "major" }
    return severity == .information ? "info" : "minor"
  }
}
