public import FHIRDiagnostics
import FHIRSupport

/// Writes a report, piece by piece.
///
/// A renderer keeps no state between calls, so pieces can be rendered on several threads and ordered afterwards. A
/// report consists of the start, blocks with ``separator`` between any two of them, and the end. A block has some
/// consecutive issues of one file; a file with many issues has several blocks, and the issues of one record are in one
/// block.
public protocol ReportRenderer: Sendable {
  /// The separator between two issues, and between two pieces.
  var separator: String { get }
  /// Whether the renderer shows ``LocatedDiagnostic/excerpt``; making excerpts costs a little.
  var showsExcerpts: Bool { get }
  /// Whether the renderer uses ``LocatedDiagnostic/ordinal``; `false` unless it is implemented.
  var distinguishesEqualIssues: Bool { get }
  /// Writes the beginning of the report.
  func renderStart(_ tool: ReportTool, into output: inout [UInt8])
  /// Writes the beginning of a file's issues, after a separator.
  func renderFile(_ file: String, into output: inout [UInt8])
  /// Writes the beginning of a block.
  func renderBlockStart(_ block: ReportBlock, into output: inout [UInt8])
  /// Writes one issue.
  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8])
  /// Writes one issue of a block after the previous issue, which is `nil` for the first.
  func render(_ issue: LocatedDiagnostic, after previous: LocatedDiagnostic?, into output: inout [UInt8])
  /// Writes the end of a block.
  func renderBlockEnd(into output: inout [UInt8])
  /// Writes the end of the report.
  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8])
}

extension ReportRenderer {
  /// Most formats have no identifiers that must differ.
  public var distinguishesEqualIssues: Bool { false }

  /// Writes nothing: in most formats each issue names its file.
  public func renderFile(_ file: String, into output: inout [UInt8]) {}

  /// Writes nothing: in most formats an issue is independent of others.
  public func renderBlockStart(_ block: ReportBlock, into output: inout [UInt8]) {}

  /// Writes nothing.
  public func renderBlockEnd(into output: inout [UInt8]) {}

  /// Writes the separator between two issues, and the issue.
  public func render(_ issue: LocatedDiagnostic, after previous: LocatedDiagnostic?, into output: inout [UInt8]) {
    if previous != nil { output.append(contentsOf: separator.utf8) }
    render(issue, into: &output)
  }

  /// Renders a whole report in memory; issues of one file must be consecutive.
  public func report(_ issues: [LocatedDiagnostic], summary: ReportSummary, tool: ReportTool) -> [UInt8] {
    var output: [UInt8] = []
    renderStart(tool, into: &output)
    var rest = issues[...]
    while let first = rest.first {
      let block = rest.prefix { $0.file.byBytes == first.file.byBytes }
      rest = rest[block.endIndex...]
      if block.startIndex > issues.startIndex { output.append(contentsOf: separator.utf8) }
      renderFile(first.file, into: &output)
      renderBlockStart(ReportBlock(file: first.file, severities: block.map(\.diagnostic.severity)), into: &output)
      var previous: LocatedDiagnostic?
      var ordinals = IssueOrdinals()
      for issue in block {
        var issue = issue
        if distinguishesEqualIssues { ordinals.number(&issue) }
        render(issue, after: previous, into: &output)
        previous = issue
      }
      renderBlockEnd(into: &output)
    }
    renderEnd(summary, into: &output)
    return output
  }
}

/// Some consecutive issues of one file in a report.
public struct ReportBlock: Hashable, Sendable {
  /// The file as the caller named it.
  public var file: String
  /// The severities of the issues, in their order.
  public var severities: ArraySlice<Severity>

  /// Makes a block.
  public init(file: String, severities: [Severity]) {
    self.init(file: file, severities: severities[...])
  }

  /// Makes a block of the first issues of a sequence.
  package init(file: String, severities: ArraySlice<Severity>) {
    self.file = file
    self.severities = severities
  }
}

/// The tool that wrote a report, and the releases by which it judged.
public struct ReportTool: Hashable, Sendable {
  /// The tool's name.
  public var name: String
  /// The tool's version.
  public var version: String
  /// The short name of the FHIR release that the caller gave for all records, such as `dstu2`; empty if each record was
  /// judged by its own.
  public var release: String
  /// The short names of the releases by which records are judged.
  public var releases: [String]

  /// Makes a description of the tool.
  ///
  /// - Parameter releases: the releases by which records are judged; if empty, `release` is the only one.
  public init(name: String, version: String, release: String = "", releases: [String] = []) {
    self.name = name
    self.version = version
    self.release = release
    self.releases = releases.isEmpty && !release.isEmpty ? [release] : releases
  }
}
