public import FHIRFindings

/// Writes a report, part by part.
///
/// A renderer keeps no state between calls, so several threads can render parts, which are ordered afterwards. A report
/// consists of the start, blocks, and the end. A block has some consecutive issues of one file, of those of a record
/// all; a file with many issues has several. ``separator`` is between any two issues, and any two blocks.
public protocol ReportRenderer: Sendable {
  /// The separator between two issues, and between two blocks.
  var separator: String { get }
  /// Whether the renderer shows ``LocatedFinding/excerpt``; making excerpts costs a little.
  var showsExcerpts: Bool { get }
  /// Whether the renderer uses ``LocatedFinding/ordinal``.
  var distinguishesEqualFindings: Bool { get }
  /// Writes a part of a report, or nothing: most formats have only some of the parts.
  func render(_ part: ReportPart, into output: inout [UInt8])
}

/// A part of a report.
public enum ReportPart: Sendable {
  /// The beginning of the report.
  case start(ReportTool)
  /// The beginning of a file's issues, after a separator.
  case file(String)
  /// The beginning of a block.
  case block(ReportBlock)
  /// An issue of a block, with the one before it, which is `nil` for the first.
  case issue(LocatedFinding, after: LocatedFinding?)
  /// The end of a block.
  case blockEnd
  /// The end of the report.
  // Indirect: else each part would be as large as a summary.
  indirect case end(ReportSummary)
}

extension ReportRenderer {
  /// Nothing: in most formats each issue includes its end.
  public var separator: String { "" }
  /// Most formats show no lines of the input.
  public var showsExcerpts: Bool { false }
  /// Most formats have no identifiers that must differ.
  public var distinguishesEqualFindings: Bool { false }

  /// Writes a block: consecutive issues of one file, whose name comes first if the block `opensFile`.
  package func render(
    _ issues: ArraySlice<LocatedFinding>, of file: String, isFirst: Bool, opensFile: Bool, into output: inout [UInt8]
  ) {
    if !isFirst { output += separator }
    if opensFile { render(.file(file), into: &output) }
    render(.block(ReportBlock(file: file, severities: issues.map(\.finding.severity))), into: &output)
    for place in issues.indices {
      let isFirst = place == issues.startIndex
      if !isFirst { output += separator }
      render(.issue(issues[place], after: isFirst ? nil : issues[place - 1]), into: &output)
    }
    render(.blockEnd, into: &output)
  }

  /// Renders a whole report in memory; issues of one file must be consecutive.
  public func report(_ issues: [LocatedFinding], summary: ReportSummary, tool: ReportTool) -> [UInt8] {
    var output: [UInt8] = []
    render(.start(tool), into: &output)
    for (number, issues) in issues.grouped(by: \.file.byBytes).enumerated() {
      var (block, ordinals) = (issues[...], FindingOrdinals())
      if distinguishesEqualFindings {
        for index in block.indices { block[index].ordinal = ordinals.next(block[index]) }
      }
      render(block, of: issues[0].file, isFirst: number == 0, opensFile: true, into: &output)
    }
    render(.end(summary), into: &output)
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
  public init(file: String, severities: [Severity]) { (self.file, self.severities) = (file, severities[...]) }
}

/// The tool that wrote a report, and the releases by which it judged.
public struct ReportTool: Hashable, Sendable {
  /// The tool's name.
  public var name: String
  /// The tool's version.
  public var version: String
  /// The short name of the release that the caller gave for all records, such as `dstu2`; empty if each had its own.
  public var release: String
  /// The short names of the releases by which records are judged.
  public var releases: [String]

  /// Makes a description of the tool; if `releases` is empty, `release` is the only one.
  public init(name: String, version: String, release: String = "", releases: [String] = []) {
    (self.name, self.version, self.release) = (name, version, release)
    self.releases = releases.isEmpty && !release.isEmpty ? [release] : releases
  }
}
