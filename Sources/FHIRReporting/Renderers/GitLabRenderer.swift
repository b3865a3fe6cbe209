import FHIRFindings

/// The code quality report of GitLab: one array of issues, shown in a merge request.
public struct GitLabRenderer: ReportRenderer {
  private let files: RelativeFiles
  private let criteria: FailureCriteria

  /// Makes a renderer. Files below a folder, an absolute path, have relative paths. An issue that fails the run is `major`
  /// at least, and any other is `minor` at most.
  public init(relativeTo folder: String? = nil, _ criteria: FailureCriteria = FailureCriteria()) {
    (files, self.criteria) = (RelativeFiles(folder), criteria)
  }

  /// Issues are elements of an array.
  public var separator: String { "," }
  /// GitLab keeps one issue for each fingerprint.
  public var distinguishesEqualFindings: Bool { true }

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
  private func append(_ issue: LocatedFinding, to output: inout [UInt8]) {
    let finding = issue.finding
    output += "\n"
    JSONWriter.appendObject(to: &output) { writer in
      writer.member("description", issue.shownMessage + issue.details)
      writer.member("check_name", finding.rule.rawValue)
      writer.member("fingerprint", String(hexadecimal: issue.uniqueFingerprint))
      writer.member("severity", severity(finding.severity))
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

/// Names files relative to a folder, as tools expect that show findings beside the files of a project.
struct RelativeFiles: Sendable {
  /// The path of the folder with a slash at its end; `nil` for none.
  private let folder: String?

  init(_ folder: String?) { self.folder = folder.map { $0.utf8.last == UInt8(ascii: "/") ? $0 : $0 + "/" } }

  /// The path below the folder, or the given path if the file is elsewhere; `./` at its beginning is left out.
  func name(of file: String) -> String {
    if let folder, file.byBytes.hasPrefix(folder.byBytes), file.utf8.count > folder.utf8.count {
      return String(file[file.utf8.index(file.startIndex, offsetBy: folder.utf8.count)...])
    }
    guard file.byBytes.hasPrefix("./"), file.utf8.count > 2 else { return file }
    return String(file[file.utf8.index(file.startIndex, offsetBy: 2)...])
  }
}
