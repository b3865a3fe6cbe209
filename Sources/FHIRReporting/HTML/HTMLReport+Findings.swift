import FHIRDiagnostics
import FHIRSupport

extension HTMLReport {
  /// Writes all kinds of findings with their counts.
  func kinds(_ page: inout HTMLWriter) {
    let rows = statistics.paths
    if rows.isEmpty { return }
    page.section("kinds", "Findings by kind") { page in
      page.element("p") { page in
        page.raw("What breaks the same rule in the same element is one kind. ")
        page.number(rows.count)
        page.raw(rows.count == 1 ? " kind." : " kinds.")
        if statistics.countOfOtherPaths > 0 {
          page.raw(" ")
          page.number(statistics.countOfOtherPaths)
          page.raw(" findings of further kinds are counted and in none of these.")
        }
      }
      page.element("table", "class=\"wide\" role=\"table\" id=\"kind-table\"") { page in
        page.raw(
          "<thead role=\"rowgroup\"><tr role=\"row\"><th role=\"columnheader\" scope=\"col\">Count</th>"
            + "<th role=\"columnheader\" scope=\"col\">Severity</th><th role=\"columnheader\" scope=\"col\">Rule</th>"
            + "<th role=\"columnheader\" scope=\"col\">Element</th><th role=\"columnheader\" scope=\"col\">First</th></tr>"
            + "</thead>\n<tbody role=\"rowgroup\">\n")
        for row in rows {
          page.raw("<tr role=\"row\"><td role=\"cell\" class=\"count\">")
          page.number(row.count)
          page.raw("</td>")
          severityCell(row.severity, &page)
          ruleCell(row.rule, &page)
          page.raw("<td role=\"cell\" class=\"path\">")
          page.text(row.name)
          page.raw("</td><td role=\"cell\"><span class=\"place\">")
          page.text(place(row.example.file, row.example.position))
          page.raw("</span> ")
          page.text(row.example.message)
          page.raw("</td></tr>\n")
        }
        page.raw("</tbody>\n")
      }
    }
  }

  /// Writes the listed findings, with the controls that search, sort and filter them.
  func findings(_ page: inout HTMLWriter) {
    page.section("findings", "Findings") { page in
      if listed.isEmpty { return page.element("p") { $0.raw("None are listed.") } }
      controls(&page)
      var shown = 0
      page.element("table", "class=\"wide\" role=\"table\" id=\"finding-table\"") { page in
        page.raw("<thead role=\"rowgroup\"><tr role=\"row\">")
        for (name, key) in [("Severity", "severity"), ("Rule", "rule"), ("Place", "place"), ("Finding", "message")] {
          page.raw(
            "<th role=\"columnheader\" scope=\"col\" aria-sort=\"none\"><button type=\"button\" data-sort=\"\(key)\">"
              + "\(name)</button></th>")
        }
        page.raw("</tr></thead>\n<tbody role=\"rowgroup\">\n")
        let start = page.bytes.count
        for (number, issue) in listed.enumerated() {
          if page.bytes.count - start > Self.largestTable { break }
          row(issue, number, &page)
          shown += 1
        }
        page.raw("</tbody>\n")
      }
      let others = summary.issueCount - shown
      page.element("p", "id=\"left-out\"") { page in
        if others <= 0 { return page.raw("All findings are listed.") }
        page.number(others)
        page.raw(
          others == 1
            ? " more finding is counted above and not listed here."
            : " more findings are counted above and not listed here.")
        page.raw(" Of each kind as many are listed as of any other, the first ones.")
      }
    }
  }

  private func controls(_ page: inout HTMLWriter) {
    page.raw(
      """
      <form class="controls" role="search" hidden>
      <label>Search <input type="search" id="search" autocomplete="off" aria-keyshortcuts="/"></label>
      <label>Severity <select id="severity"><option value="">all</option>
      """)
    for severity in Severity.allCases.reversed() where listed.contains(where: { $0.diagnostic.severity == severity }) {
      page.raw("<option>\(severity.description)</option>")
    }
    page.raw("</select></label>\n<label>Rule <select id=\"rule\"><option value=\"\">all</option>")
    for rule in Set(listed.map(\.diagnostic.rule)).sorted() {
      page.raw("<option>")
      page.text(rule.rawValue)
      page.raw("</option>")
    }
    page.raw(
      """
      </select></label>
      <button type="reset">Show all</button>
      <output id="shown" aria-live="polite"></output>
      <p class="quiet">Press / to search, the arrow keys to go from finding to finding, Escape to show all.</p>
      </form>

      """)
  }

  private func row(_ issue: LocatedDiagnostic, _ number: Int, _ page: inout HTMLWriter) {
    let diagnostic = issue.diagnostic
    page.raw("<tr role=\"row\" tabindex=\"-1\" data-severity=\"\(diagnostic.severity)\">")
    severityCell(diagnostic.severity, &page)
    ruleCell(diagnostic.rule, &page)
    page.raw("<td role=\"cell\" class=\"place\">")
    page.text(place(issue.file, issue.position))
    if let source = issue.source {
      page.raw("<br>")
      page.text(MaskedAddress.text(source))
    }
    page.raw("</td><td role=\"cell\">")
    page.text(issue.shownMessage)
    if !diagnostic.path.isEmpty {
      page.raw("<br><span class=\"path\">")
      page.text(diagnostic.path)
      page.raw("</span>")
    }
    if let record = diagnostic.record {
      page.raw(" <span class=\"quiet\">in ")
      page.text(record.resourceType + (record.id.map { "/" + $0 } ?? ""))
      if let release = diagnostic.release { page.text(", " + release) }
      page.raw("</span>")
    }
    if let excerpt = issue.excerpt?.masked, let line = issue.position?.line { lines(excerpt, line, &page) }
    page.raw("</td></tr>\n")
  }

  /// Writes the line with the fault marked.
  private func lines(_ excerpt: SourceExcerpt, _ line: Int, _ page: inout HTMLWriter) {
    page.raw("<pre tabindex=\"0\" aria-label=\"Line \(line)\"><span class=\"line\">\(line)</span> ")
    if excerpt.isCutBefore { page.raw("…") }
    // The indent carries no information here, and would push the fault off a narrow screen.
    let before = excerpt.isCutBefore ? excerpt.before[...] : excerpt.before.drop { $0 == " " || $0 == "\t" }
    page.text(String(before))
    page.raw("<mark>")
    page.text(excerpt.fault)
    page.raw("</mark>")
    page.text(excerpt.after)
    if excerpt.isCutAfter { page.raw("…") }
    page.raw("</pre>")
  }

  private func severityCell(_ severity: Severity, _ page: inout HTMLWriter) {
    page.raw("<td role=\"cell\"><span class=\"severity \(severity)\">\(severity)</span></td>")
  }

  private func ruleCell(_ rule: RuleID, _ page: inout HTMLWriter) {
    page.raw("<td role=\"cell\" class=\"rule\"><a href=\"#\(XMLText.escaped(anchor(rule)))\">")
    page.text(rule.rawValue)
    page.raw("</a></td>")
  }

  private func place(_ file: String, _ position: SourcePosition?) -> String {
    let name = file.byBytes == "-" ? "standard input" : file
    return position.map { "\(name):\($0.line):\($0.column)" } ?? name
  }

  /// The anchor of a rule's section in this page.
  func anchor(_ rule: RuleID) -> String { "rule-" + rule.rawValue }

  /// Writes the pages of the broken rules.
  func rulePages(_ page: inout HTMLWriter) {
    let met = Set(statistics.rules.map(\.rule)).union(listed.map(\.diagnostic.rule)).sorted()
    if met.isEmpty { return }
    page.section("rules", "The rules that were broken") { page in
      for id in met {
        page.element("details", "id=\"\(XMLText.escaped(anchor(id)))\"") { page in
          page.element("summary") { page in
            page.text(id.rawValue)
            if let rule = catalog[id] { page.text(": " + rule.summary) }
          }
          if let rule = catalog[id] { explanation(rule.explanation, &page) }
        }
      }
    }
  }

  private func explanation(_ explanation: Rule.Explanation, _ page: inout HTMLWriter) {
    for (title, text) in [("What it checks", explanation.checks), ("Why it matters", explanation.matters)] {
      page.element("h3") { $0.raw(title) }
      page.element("p") { $0.text(text.split(separator: "\n").joined(separator: " ")) }
    }
    for (title, text) in [("Bad", explanation.bad), ("Good", explanation.good)] {
      page.element("h3") { $0.raw(title) }
      page.element("pre", "tabindex=\"0\"") { page in
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
          page.text(String(line))
          page.raw("\n")
        }
      }
    }
    page.element("p") { page in
      page.raw("Specification: ")
      page.text(explanation.specification)
    }
  }
}
