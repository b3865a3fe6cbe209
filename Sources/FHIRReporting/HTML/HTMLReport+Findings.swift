import FHIRDiagnostics
import FHIRSupport

extension HTMLReport {
  /// All kinds of findings with their counts.
  var kinds: Markup {
    let rows = statistics.paths
    if rows.isEmpty { return "" }
    let others = statistics.countOfOtherPaths
    let more: Markup = " \(grouped: others) findings of further kinds are counted and in none of these."
    let heads = ["Count", "Severity", "Rule", "Element", "First"].map {
      "<th role=\"columnheader\" scope=\"col\">\($0)</th>" as Markup
    }
    return section(
      "kinds", "Findings by kind",
      """
      <p>What breaks the same rule in the same element is one kind. \
      \(String(counting: rows.count, "kind", "kinds")).\(others > 0 ? more : "")</p>
      <table class="wide" role="table" id="kind-table">\
      <thead role="rowgroup"><tr role="row">\(heads.joined())</tr></thead>
      <tbody role="rowgroup">
      \(rows.map(kind).joined())</tbody>
      </table>

      """)
  }

  private func kind(_ row: FindingStatistics.Row) -> Markup {
    """
    <tr role="row"><td role="cell" class="count">\(grouped: row.count)</td>\(severity(row.severity))\(rule(row.rule))\
    <td role="cell" class="path">\(row.name)</td>\
    <td role="cell"><span class="place">\(place(row.example.file, row.example.position))</span> \
    \(row.example.message)</td></tr>

    """
  }

  /// The listed findings, with the controls that search, sort and filter them.
  var findings: Markup {
    section("findings", "Findings", listed.isEmpty ? "<p>None are listed.</p>\n" : findingTable)
  }

  private var findingTable: Markup {
    let heads = [("Severity", "severity"), ("Rule", "rule"), ("Place", "place"), ("Finding", "message")].map {
      """
      <th role="columnheader" scope="col" aria-sort="none">\
      <button type="button" data-sort="\($1)">\($0)</button></th>
      """ as Markup
    }
    var (rows, size): ([Markup], Int) = ([], 0)
    for issue in listed where size <= Self.largestTable {
      rows.append(row(issue))
      size += rows[rows.count - 1].text.utf8.count
    }
    let others = summary.issueCount - rows.count
    let leftOut: Markup =
      """
      \(grouped: others) more \(others == 1 ? "finding is" : "findings are") counted above and not listed here. \
      Of each kind as many are listed as of any other, the first ones.
      """
    return """
      \(controls)<table class="wide" role="table" id="finding-table">\
      <thead role="rowgroup"><tr role="row">\(heads.joined())</tr></thead>
      <tbody role="rowgroup">
      \(rows.joined())</tbody>
      </table>
      <p id="left-out">\(others > 0 ? leftOut : "All findings are listed.")</p>

      """
  }

  private var controls: Markup {
    let severities = Severity.allCases.reversed().filter { severity in
      listed.contains { $0.diagnostic.severity == severity }
    }
    let rules = Set(listed.map(\.diagnostic.rule)).sorted()
    func options(_ names: [String]) -> Markup { names.map { "<option>\($0)</option>" as Markup }.joined() }
    return """
      <form class="controls" role="search" hidden>
      <label>Search <input type="search" id="search" autocomplete="off" aria-keyshortcuts="/"></label>
      <label>Severity <select id="severity"><option value="">all</option>\(options(severities.map(\.description)))\
      </select></label>
      <label>Rule <select id="rule"><option value="">all</option>\(options(rules.map(\.rawValue)))</select></label>
      <button type="reset">Show all</button>
      <output id="shown" aria-live="polite"></output>
      <p class="quiet">Press / to search, the arrow keys to go from finding to finding, Escape to show all.</p>
      </form>

      """
  }

  private func row(_ issue: LocatedDiagnostic) -> Markup {
    let diagnostic = issue.diagnostic
    let source: Markup = issue.source.map { "<br>\(MaskedAddress.text($0))" } ?? ""
    let path: Markup = diagnostic.path.isEmpty ? "" : "<br><span class=\"path\">\(diagnostic.path)</span>"
    let record: Markup =
      diagnostic.record.map { record in
        let name = record.resourceType + (record.id.map { "/" + $0 } ?? "")
        return " <span class=\"quiet\">in \(name)\(diagnostic.release.map { ", " + $0 } ?? "")</span>"
      } ?? ""
    var line: Markup = ""
    if let excerpt = issue.excerpt?.masked, let number = issue.position?.line { line = lines(excerpt, number) }
    return """
      <tr role="row" tabindex="-1" data-severity="\(diagnostic.severity.description)">\
      \(severity(diagnostic.severity))\(rule(diagnostic.rule))\
      <td role="cell" class="place">\(place(issue.file, issue.position))\(source)</td>\
      <td role="cell">\(issue.shownMessage)\(path)\(record)\(line)</td></tr>

      """
  }

  /// The line with the fault marked.
  private func lines(_ excerpt: SourceExcerpt, _ line: Int) -> Markup {
    // The indent carries no information here, and would push the fault off a narrow screen.
    let before = excerpt.isCutBefore ? excerpt.before[...] : excerpt.before.drop { $0 == " " || $0 == "\t" }
    return """
      <pre tabindex="0" aria-label="Line \(line)"><span class="line">\(line)</span> \
      \(excerpt.isCutBefore ? "…" : "")\(String(before))<mark>\(excerpt.fault)</mark>\(excerpt.after)\
      \(excerpt.isCutAfter ? "…" : "")</pre>
      """
  }

  private func severity(_ severity: Severity) -> Markup {
    "<td role=\"cell\"><span class=\"severity \(severity.description)\">\(severity.description)</span></td>"
  }

  private func rule(_ rule: RuleID) -> Markup {
    "<td role=\"cell\" class=\"rule\"><a href=\"#\(anchor(rule))\">\(rule.rawValue)</a></td>"
  }

  private func place(_ file: String, _ position: SourcePosition?) -> String {
    let name = file.byBytes == "-" ? "standard input" : file
    return position.map { "\(name):\($0.line):\($0.column)" } ?? name
  }

  /// The anchor of a rule's section in this page.
  func anchor(_ rule: RuleID) -> String { "rule-" + rule.rawValue }

  /// The pages of the broken rules.
  var rulePages: Markup {
    let met = Set(statistics.rules.map(\.rule)).union(listed.map(\.diagnostic.rule)).sorted()
    if met.isEmpty { return "" }
    let pages = met.map { id -> Markup in
      let rule = catalog[id]
      return """
        <details id="\(anchor(id))"><summary>\(id.rawValue)\(rule.map { ": " + $0.summary } ?? "")</summary>
        \(rule.map { explanation($0.explanation) } ?? "")</details>

        """
    }
    return section("rules", "The rules that were broken", pages.joined())
  }

  private func explanation(_ explanation: Rule.Explanation) -> Markup {
    func paragraph(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") }
    func lines(_ text: String) -> Markup {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(String($0))\n" as Markup }.joined()
    }
    return """
      <h3>What it checks</h3>
      <p>\(paragraph(explanation.checks))</p>
      <h3>Why it matters</h3>
      <p>\(paragraph(explanation.matters))</p>
      <h3>Bad</h3>
      <pre tabindex="0">\(lines(explanation.bad))</pre>
      <h3>Good</h3>
      <pre tabindex="0">\(lines(explanation.good))</pre>
      <p>Specification: \(explanation.specification)</p>

      """
  }
}
