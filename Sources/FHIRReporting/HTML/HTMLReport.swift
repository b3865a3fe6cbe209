public import FHIRFindings

/// One page for people: the verdict, what was judged and what was not, the findings, and the content of the records.
///
/// The page loads and sends nothing, as its Content-Security-Policy enforces. Texts of records are escaped, or part of
/// the JSON that the script reads to group, search and filter the findings; all else can be read without it.
///
/// The page lists all findings up to a size of about 10 MB, and says how many it leaves out.
public struct HTMLReport: Sendable {
  let tool: ReportTool
  let summary: ReportSummary
  let listed: PageFindings
  let contents: ReportContents
  let catalog: RuleCatalog

  /// Makes a page of findings with their lines, in their order, and with the pages of their rules.
  public init(
    tool: ReportTool, summary: ReportSummary, listed: [LocatedFinding], contents: ReportContents = ReportContents(),
    rules catalog: RuleCatalog
  ) {
    var findings = PageFindings()
    for issue in listed { findings.add(issue) }
    self.init(tool: tool, summary: summary, findings: findings, contents: contents, rules: catalog)
  }

  package init(
    tool: ReportTool, summary: ReportSummary, findings: PageFindings,
    contents: ReportContents, rules catalog: RuleCatalog
  ) {
    (self.tool, self.summary, listed, self.contents, self.catalog) = (tool, summary, findings, contents, catalog)
  }

  /// Writes the page.
  public func render(into output: inout [UInt8]) {
    let sections = sections.filter { !$0.content.text.isEmpty }
    let links = sections.map { "<li><a href=\"#\($0.id)\">\($0.short)</a></li>\n" as Markup }
    let title = "\(summary.verdictInWords): a report of \(tool.name)"
    let body: Markup =
      """
      \(head(title, styles: [.sharedStyle, .reportStyle], script: .reportScript))<a class="skip" href="#findings">Skip to the findings</a>
      \(header)<div class="columns">
      <nav class="contents" aria-label="Contents"><ul>
      \(links.joined())</ul></nav>
      <main>
      \(sections.map { section($0.id, $0.title, $0.content) }.joined())</main>
      </div>
      <script type="application/json" id="data">
      """
    output += body.text
    // Not as a text, of which several copies would be in memory.
    listed.write(to: &output)
    output += "</script>\n<script>\(PagePart.reportScript.text)</script>\n" + foot.text
  }

  private var sections: [(id: String, short: String, title: String, content: Markup)] {
    [
      ("overview", "Overview", "What was found", overview),
      ("unchecked", "Not judged", "What was not judged", notJudged),
      ("findings", "Findings", "Findings", findings), ("copies", "Twice", "What is there twice", copies),
      ("guides", "Guides", "Guides met and broken", conformance), ("records", "Records", "The records", records),
      ("receipt", "Receipt", "Receipt", receipt), ("rules", "Rules", "The rules that were broken", rulePages),
    ]
  }

  private var header: Markup {
    func amounts(_ counts: [(String, Int)]) -> Markup {
      "\(counts.map { "\($0): \(String(grouped: $1))" }.joined(separator: ", "))"
    }
    let releases = summary.releasesToldBy.mapValues { $0.values.reduce(0, +) }.commonestFirst
    var facts: [(String, Markup)] = []
    if !releases.isEmpty {
      facts.append(("Records by release", amounts(releases.map { (word(for: $0.key), $0.value) })))
    }
    if !summary.guideRows.isEmpty {
      facts.append(("Records by guide", amounts(summary.guideRows.map { ($0.name, $0.records) })))
    } else if summary.subject == .records {
      facts.append(("Guides", "none: records were judged by the specification and by the profiles that they claim"))
    }
    if !summary.chosenProfiles.isEmpty {
      facts.append(("Chosen profiles", "\(summary.chosenProfiles.joined(separator: "; "))"))
    }
    let aside = SummaryText(summary: summary).setAside
    if !aside.isEmpty { facts.append(("Set aside", "\(aside.joined(separator: "; "))")) }
    facts.append(("Not judged", "\(notJudgedInShort) <a href=\"#unchecked\">What was not judged</a>"))
    facts.append(("On this page", listedInShort))
    facts.append(("Written by", "\(tool.name) \(tool.version)"))
    return """
      <header><h1 class="\(summary.verdict.rawValue)">\(summary.verdictInWords)</h1>
      <p class="lead">\(SummaryText.firstLine(of: summary))</p>
      <dl>
      \(facts.map { "<dt>\($0)</dt><dd>\($1)</dd>\n" as Markup }.joined())</dl>
      </header>

      """
  }

  private var listedInShort: Markup {
    let all = String(counting: summary.findingCount, "finding", "findings")
    // What exceeds the limit of a record is counted, and has no place and no message.
    let others = listed.leftOut.total
    let nowhere = max(0, summary.findingCount - listed.count - others)
    let lines = listed.linesLeftOut
    let withoutLine: Markup = "; there is no room for the \(lines == 1 ? "line" : "lines") of \(grouped: lines)"
    if others + nowhere == 0 { return "all \(all)\(lines > 0 ? withoutLine : "")" }
    let command = tool.name + (summary.subject == .propertyLists ? " preflight" : "") + " --format jsonl PATH"
    let elsewhere: Markup = "; \(grouped: others) more \(others == 1 ? "is" : "are") in <code>\(command)</code>"
    let lost: Markup =
      "; \(grouped: nowhere) more \(nowhere == 1 ? "is" : "are") not here, beyond a limit of the run or of a record"
    return """
      \(grouped: listed.count) of \(all)\(lines > 0 ? withoutLine : "")\(others > 0 ? elsewhere : "")\(nowhere > 0 ? lost : "")
      """
  }
}
