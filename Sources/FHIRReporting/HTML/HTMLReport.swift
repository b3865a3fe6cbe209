public import FHIRDiagnostics
import FHIRSupport

/// One page for people: the verdict, the content of the records, the findings, and what was not checked.
///
/// The page is self-contained: it loads and sends nothing, and its Content-Security-Policy enforces that. It also works
/// without its script, which searches, sorts and filters. Every text of a record is escaped.
///
/// Findings are grouped by kind, and some of each kind are listed with their lines, so the page stays small whatever
/// their number. It says what it omits.
public struct HTMLReport: Sendable {
  let tool: ReportTool
  let summary: ReportSummary
  let statistics: FindingStatistics
  let listed: [LocatedDiagnostic]
  let contents: ReportContents
  let catalog: RuleCatalog
  /// The largest size of the table of findings in bytes: a page of hostile findings stays small, too.
  static let largestTable = 12 << 20

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - statistics: the counts of all findings.
  ///   - listed: the findings to show, with their lines, in their order.
  ///   - contents: the content of the records.
  ///   - catalog: the rules of the findings, whose pages become part of the page.
  public init(
    tool: ReportTool, summary: ReportSummary, statistics: FindingStatistics, listed: [LocatedDiagnostic],
    contents: ReportContents = ReportContents(), rules catalog: RuleCatalog
  ) {
    self.tool = tool
    self.summary = summary
    self.statistics = statistics
    self.listed = listed
    self.contents = contents
    self.catalog = catalog
  }

  /// Writes the page.
  public func render(into output: inout [UInt8]) {
    let allowed = "style-src 'sha256-\(Self.styleDigest)'; script-src 'sha256-\(Self.scriptDigest)'"
    let page = document(
      "\(verdict): a report of \(tool.name)", allowed: allowed, styles: [Self.style],
      """
      <a class="skip" href="#findings">Skip to the findings</a>\
      <header><h1 class="\(summary.verdict.rawValue)">\(verdict)</h1>
      <p>\(SummaryText.firstLine(of: summary))</p>
      <p class="quiet">Written by \(tool.name) \(tool.version).</p>
      </header>
      <main>
      \(contentsSection)\(overview)\(kinds)\(findings)\(notChecked)\(rulePages)</main>
      <script>\(Markup(constant: Self.script))</script>
      """)
    output += page.text
  }

  private var verdict: String {
    switch summary.verdict {
    case .valid: summary.issueCount > 0 ? "Valid, with remarks" : "Valid"
    case .validAsFarAsJudged: "Valid as far as judged"
    case .incomplete: "Incomplete"
    case .notValid: "Not valid"
    case .nothingJudged: "Nothing judged"
    }
  }
}
