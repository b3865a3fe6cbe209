import FHIRFindings
@testable import FHIRReporting
import FHIRTestSupport
import Foundation
import Testing

/// What the page of findings holds and how it is written.
struct HTMLReportTests {
  private func html(_ page: HTMLReport) -> String {
    var bytes: [UInt8] = []
    page.render(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func html(of issues: [LocatedFinding]) -> String {
    var summary = ReportSummary()
    summary.bySeverity = [.error: issues.count]
    return html(of: issues, summary)
  }

  private func html(of issues: [LocatedFinding], _ summary: ReportSummary) -> String {
    return html(
      HTMLReport(
        tool: HostileReport.tool, summary: summary, listed: issues, rules: HostileReport.catalog
      ))
  }

  private func issue(
    _ number: Int, rule: RuleID = HostileReport.rules[0].id, path: String = "Patient", line: String? = nil
  ) -> LocatedFinding {
    LocatedFinding(
      file: "a.json",
      finding: Finding(
        rule: rule, severity: .error, range: SourceRange(start: number, end: number + 1), path: path,
        message: "found \(number)", record: RecordLabel(resourceType: "Patient", id: "\(number)")),
      position: SourcePosition(line: number + 1, column: 3),
      excerpt: line.map { SourceExcerpt(before: "", fault: $0, after: "") })
  }

  /// Every tag of the page is one that the page itself writes, and tags are balanced.
  @Test func noTextBecomesMarkup() throws {
    let page = html(HostileReport.page)
    let data = try #require(PageList.json(of: page))
    #expect(!data.contains("<"))
    let constants = [String(data), PagePart.reportScript.text, PagePart.reportStyle.text, PagePart.sharedStyle.text]
    let text = constants.reduce(page) { $0.replacingOccurrences(of: $1, with: "") }
    let known: Set<Substring> = [
      "a", "body", "button", "caption", "code", "dd", "details", "div", "dl", "dt", "figcaption", "figure", "form",
      "h1", "h2", "h3", "head", "header", "html", "input", "label", "li", "line", "main", "meta", "nav", "noscript",
      "option",
      "output", "p", "pre", "rect", "script", "section", "select", "span", "strong", "style", "summary", "svg", "table",
      "tbody", "td", "th", "title", "tr", "ul", "wbr", "!DOCTYPE",
    ]
    var open: [Substring] = []
    for tag in text.matches(of: /<(\/?)([!A-Za-z][A-Za-z0-9]*)[^>]*?(\/?)>/) {
      let name = tag.output.2
      #expect(known.contains(name), "\(tag.output.0)")
      if ["meta", "input", "wbr", "!DOCTYPE"].contains(name) || tag.output.3 == "/" { continue }
      if tag.output.1.isEmpty { open.append(name) } else { #expect(open.popLast() == name, "\(tag.output.0)") }
    }
    #expect(open.isEmpty)
    #expect(!text.contains(#/ (on[a-z]+|style|src)=/#))
    for scalar in page.unicodeScalars {
      #expect(scalar == "\n" || scalar.value >= 0x20 && !HiddenCharacters.contains(scalar), "\(scalar.value)")
    }
    let ids = text.matches(of: #/ id="([^"]*)"/#).map(\.output.1)
    #expect(Set(ids).count == ids.count)
    for target in text.matches(of: /href="#([^"]*)"/).map(\.output.1) { #expect(ids.contains(target), "\(target)") }
  }

  @Test func theListHasAllFindingsWithTheirFacts() throws {
    let issues = HostileReport.issues
    let findings = try PageList(html(HostileReport.page)).findings
    #expect(findings.count == issues.count)
    for (row, issue) in zip(findings, issues) {
      let finding = issue.finding
      #expect(row.severity == Int(finding.severity.rawValue) && row.rule == finding.rule.rawValue)
      #expect(row.message == TerminalText.visible(issue.shownMessage))
      #expect(row.path == TerminalText.visible(finding.path))
      #expect(row.record == TerminalText.visible(finding.record?.text ?? ""))
      #expect(row.release == finding.release ?? "")
      #expect(row.line == issue.position?.line ?? 0)
      #expect(row.column == issue.position?.column ?? finding.range.start)
      #expect(row.text.count == 3 && row.text[1] == TerminalText.visible(issue.excerpt?.masked.fault ?? ""))
    }
  }

  @Test(arguments: ["Bundle.entry[3].resource.code[0].text", "a[].b[x]", "[1]", "a[12", ""])
  func indicesAreInTheirPlaces(_ path: String) throws {
    let findings = try PageList(html(of: [issue(0, path: path), issue(1, path: "b[7]")])).findings
    #expect(findings.map(\.path) == [path, "b[7]"])
  }

  /// Lines that do not fit are left out before findings are, and a line that many findings have is there once.
  @Test func aPageHasTheLinesThatFit() throws {
    let long = String(repeating: "x", count: 1_700)
    let issues = (0..<12_000).map { issue($0, line: "\($0 / 2) \(long)") }
    let text = html(of: issues)
    #expect(text.utf8.count < 10 << 20)
    let findings = try PageList(text).findings
    let lines = findings.prefix { !$0.text.isEmpty }
    #expect(findings.count == issues.count && lines.count > 8_000 && lines.count < issues.count)
    for (number, row) in lines.enumerated() { #expect(row.text == ["", "\(number / 2) \(long)", ""]) }
    #expect(findings[lines.count...].allSatisfy { $0.text.isEmpty })
    let left = String(grouped: issues.count - lines.count)
    #expect(text.contains("<dd>all 12,000 findings; there is no room for the lines of \(left)</dd>"))
  }

  /// Two faults of one line are two lines of the page, also where they are tabs beside each other.
  @Test func eachFaultOfALineHasItsMark() throws {
    var issues = [issue(0), issue(1)]
    issues[0].excerpt = SourceExcerpt(before: "\"a", fault: "\t", after: "\tb\"")
    issues[1].excerpt = SourceExcerpt(before: "\"a\t", fault: "\t", after: "b\"")
    let lines = try PageList(html(of: issues)).findings.map(\.text)
    #expect(lines[0][0] == "\"a" && lines[1][2] == "b\"" && lines[0] != lines[1])
  }

  @Test func aPageStaysSmallAndCountsWhatItLeavesOut() throws {
    let long = String(repeating: "x\"", count: 2_000)
    let issues = (0..<3_000).map { issue($0, path: "\(long)\($0)") }
    let text = html(of: issues)
    #expect(text.utf8.count < 10 << 20)
    let count = try PageList(text).findings.count
    #expect(count < 3_000 && count > 1_000)
    #expect(text.contains("\(String(grouped: 3_000 - count)) more are in <code>fhircheck --format jsonl PATH</code>"))
    #expect(!text.contains("beyond a limit"))
    #expect(html(of: [issue(0)]).contains("all 1 finding<"))
  }

  /// No command is named for findings that no report has.
  @Test func whatIsInNoReportIsSaid() {
    var summary = ReportSummary()
    summary.bySeverity = [.error: 102]
    let text = html(of: [issue(0)], summary)
    #expect(
      text.contains("<dd>1 of 102 findings; 101 more are not here, beyond a limit of the run or of a record</dd>"))
  }

  @Test func onlyTheCommonestChecksThatCouldNotBeMadeAreInTheOpen() {
    var summary = ReportSummary()
    for number in 1...9 { summary.notChecked["check \(number)".byBytes] = number }
    let text = html(of: [issue(0)], summary)
    #expect(text.contains("<summary>6 more</summary>"))
    #expect(text.range(of: "id=\"overview\"")!.lowerBound < text.range(of: "id=\"unchecked\"")!.lowerBound)
  }

  /// A rule with two severities has two rows, which are told apart without colours.
  @Test func rowsOfRulesSayTheirSeverity() {
    let issues = [Severity.error, .warning].map { severity in
      LocatedFinding(
        file: "a",
        finding: Finding(
          rule: "identity/conflicting-record", severity: severity, range: SourceRange(start: 0, end: 1),
          path: "Patient.x", message: "x"),
        position: nil)
    }
    let text = html(of: issues)
    for word in ["error", "warning"] { #expect(text.contains("<wbr>conflicting-record</a> (\(word))</th>")) }
  }

  @Test func copiesAreNamed() {
    var copy = issue(4, rule: "identity/duplicate-record")
    copy.finding.message = "the same content as in b.json:1"
    var summary = ReportSummary()
    summary.bySeverity = [.warning: 1]
    let page = HTMLReport(
      tool: HostileReport.tool, summary: summary, listed: [copy], rules: HostileReport.catalog)
    #expect(html(page).contains("<strong>Patient/4</strong>, a.json:5: the same content as in b.json:1"))
  }

  /// Many copies of one kind leave room for those of others.
  @Test func copiesOfEachKindAreNamed() {
    let rules: [RuleID] = ["identity/conflicting-record", "identity/duplicate-record"]
    let issues = rules.flatMap { rule in (0..<102).map { issue($0, rule: rule) } }
    let text = html(of: issues)
    for rule in rules { #expect(text.contains("\(rule) (error), by record: the first 100 of 102</summary>")) }
  }

  @Test func theHeaderSaysByWhatRecordsWereJudged() {
    var summary = ReportSummary()
    summary.releasesToldBy = ["r4": ["version": 3, "assumed": 1]]
    summary.guides = ["us-core": ["6.1.0": ["met": 2, "broken": 1, "claimed": 3]]]
    (summary.files, summary.records, summary.unjudgedParts) = (1, 4, 2)
    var contents = ReportContents()
    contents.receipt = ["1 file: 1 read"]
    contents.monthsBySource = [
      "Lakeside": [.init(year: 2019, month: 11), .init(year: 2020, month: 4)],
      "St. Anna": [.init(year: 2021, month: 1)],
    ]
    let text = html(
      HTMLReport(
        tool: HostileReport.tool, summary: summary, listed: [], contents: contents,
        rules: HostileReport.catalog))
    #expect(text.contains("<dd>R4: 4</dd>") && text.contains("<dd>us-core 6.1.0: 3</dd>"))
    #expect(text.contains("<dd>2 parts of records. "))
    #expect(text.contains("<th scope=\"row\">us-core 6.1.0</th><td class=\"count\">2</td><td class=\"count\">1</td>"))
    #expect(text.contains("<li>1 file: 1 read</li>"))
    #expect(text.contains("2019-11 to 2020-04; none for 4 months after 2019-11"))
  }
}
