/// Writes a report, piece by piece.
///
/// A renderer keeps nothing between calls, so pieces can be made on several threads and put in order afterwards. The
/// report is: the start, the pieces with ``separator`` between any two of them, the end.
public protocol ReportRenderer: Sendable {
  /// The separator between two issues, and between two pieces.
  var separator: String { get }
  /// Whether the renderer shows ``LocatedDiagnostic/excerpt``; making excerpts costs a little.
  var showsExcerpts: Bool { get }
  /// Writes the beginning of the report.
  func renderStart(_ tool: ReportTool, into output: inout [UInt8])
  /// Writes the beginning of a file's issues, after a separator.
  func renderFile(_ file: String, into output: inout [UInt8])
  /// Writes one issue.
  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8])
  /// Writes the end of the report.
  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8])
}

extension ReportRenderer {
  /// Writes nothing: in most formats each issue names its file.
  public func renderFile(_ file: String, into output: inout [UInt8]) {}

  /// Renders a whole report that is in memory; issues of one file stand together.
  public func report(_ issues: [LocatedDiagnostic], summary: ReportSummary, tool: ReportTool) -> [UInt8] {
    var output: [UInt8] = []
    renderStart(tool, into: &output)
    var file: String?
    for issue in issues {
      if file != nil { output.append(contentsOf: separator.utf8) }
      if issue.file != file { renderFile(issue.file, into: &output) }
      render(issue, into: &output)
      file = issue.file
    }
    renderEnd(summary, into: &output)
    return output
  }
}

/// Who wrote a report, and by what it judged.
public struct ReportTool: Hashable, Sendable {
  /// The tool's name.
  public var name: String
  /// The tool's version.
  public var version: String
  /// The short name of the FHIR release, such as `dstu2`.
  public var release: String

  /// Makes a signature.
  public init(name: String, version: String, release: String) {
    self.name = name
    self.version = version
    self.release = release
  }
}
