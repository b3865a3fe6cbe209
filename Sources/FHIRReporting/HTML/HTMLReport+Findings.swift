import FHIRFindings
import FHIRSupport

extension HTMLReport {
  /// The controls of the list, which the script makes of ``PageFindings``.
  var findings: Markup {
    if listed.count == 0 { return "<p>None are listed.</p>\n" }
    let groups = [
      ("rule", "rule"), ("place", "place in a record"), ("record", "record"), ("file", "file"), ("source", "source"),
    ]
    return """
      <noscript><p>The list of findings needs JavaScript. The counts and the rules on this page are complete without it, \
      and <code>\(tool.name) --all PATH</code> lists the findings as text.</p></noscript>
      <form class="controls" role="search" aria-label="Findings" hidden>
      <label>Search <input type="search" id="search" autocomplete="off" aria-keyshortcuts="/"></label>
      <label>Grouped by <select id="group">\(groups.map { "<option value=\"\($0)\">\($1)</option>" as Markup }.joined())\
      </select></label>
      <label>Severity <select id="severity"><option value="">all</option></select></label>
      <label>Release <select id="release"><option value="">all</option></select></label>
      <label>Type <select id="type"><option value="">all</option></select></label>
      <button type="reset">Show all</button>
      <output id="shown"></output>
      <p class="quiet keys">Press / to search, the arrow keys to go up and down the list, Enter to open, Escape to show all.</p>
      </form>
      <div id="list"></div>

      """
  }

  /// Records that are there several times, by what they have in common with which other.
  var copies: Markup {
    let rules = statistics.rules.filter { $0.rule.group == "identity" }
    let total = rules.reduce(0) { $0 + $1.count }
    if total == 0 { return "" }
    let kinds = rules.map { rule in
      BarRow(
        name: rule.rule.rawValue, count: rule.count, link: "findings", group: "record", look: rule.severity.description)
    }
    let entries = listed.copies.grouped(by: \.message.byBytes).map { copies -> Markup in
      "<strong>\(copies[0].record)</strong>, \(copies.map(\.place).joined(separator: ", ")): \(copies[0].message)"
    }
    let named: Markup =
      """
      <details><summary>By record: the first \(grouped: listed.copies.count) of them</summary>
      \(list(entries))</details>

      """
    return "\(bars("Findings of the comparison of records", kinds))\(entries.isEmpty ? "" : named)"
  }

  var rulePages: Markup {
    let met = Set(statistics.rules.map(\.rule.rawValue) + listed.ruleNames).map { RuleID(rawValue: $0) }.sorted()
    return met.map { id -> Markup in
      let rule = catalog[id]
      return """
        <details id="\(anchor(id))"><summary>\(id.rawValue)\(rule.map { ": " + $0.summary } ?? "")</summary>
        \(rule.map { explanation($0.explanation) } ?? "")</details>

        """
    }.joined()
  }

  private func anchor(_ rule: RuleID) -> String { "rule-" + rule.rawValue }

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
