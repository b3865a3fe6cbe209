import FHIRFindings

extension HTMLReport {
  /// The controls of the list, which the script makes of ``PageFindings``.
  var findings: Markup {
    if listed.count == 0 { return "<p>None are listed.</p>\n" }
    let groups =
      [("rule", "rule"), ("place", "place in a record"), ("record", "record"), ("file", "file")]
      + (listed.hasSources ? [("source", "source")] : [])
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
      <output id="shown" tabindex="-1"></output>
      <p class="quiet keys">Press / to search ("in quotes" for a whole text, source:"in quotes" for that \
      of a file, record, rule, source, profile or value), the arrow keys to go up and down the list, \
      Enter to open, Escape to go back to the search and then to show all. The address of the page keeps what is looked for.</p>
      </form>
      <div id="list"></div>

      """
  }

  /// Records that are there several times, by what they have in common with which other.
  var copies: Markup {
    let rules = self.rules.filter { PageFindings.isAboutCopies($0.rule) }
    let total = rules.reduce(0) { $0 + $1.count }
    if total == 0 { return "" }
    let kinds = rules.map { rule in
      let wanted = Wanted(texts: [(.rule, rule.rule.rawValue)], severity: rule.severity, group: "record")
      return BarRow(name: rule.rule.rawValue, count: rule.count, wanted: wanted, look: rule.severity.word)
    }
    let named = rules.sorted { $0.severity > $1.severity }.compactMap { rule -> Markup? in
      guard let copies = listed.copies[rule.severity]?[rule.rule] else { return nil }
      let entries = copies.grouped(by: \.message.byBytes).map { copies -> Markup in
        "<strong>\(copies[0].record)</strong>, \(copies.map(\.place).joined(separator: ", ")): \(copies[0].message)"
      }
      let count = (copies.count < rule.count ? "the first \(copies.count) of " : "") + String(grouped: rule.count)
      return details("\(rule.rule.rawValue) (\(rule.severity.word)), by record: \(count)", list(entries))
    }
    let all = quiet("Each number leads to all of its findings, by record.")
    return "\(bars("Findings of the comparison of records", kinds))\(all)\(named.joined())"
  }

  var rulePages: Markup {
    Set(rules.map(\.rule)).sorted().map { id -> Markup in
      let rule = catalog[id]
      return """
        <details id="rule-\(id.rawValue)"><summary>\(id.rawValue)\(rule.map { ": \(words($0.summary))" as Markup } ?? "")</summary>
        \(rule.map { explanation($0.explanation) } ?? "")</details>

        """
    }.joined()
  }

  private func explanation(_ explanation: Rule.Explanation) -> Markup {
    func paragraph(_ text: String) -> Markup { words(text.split(separator: "\n").joined(separator: " ")) }
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
      <p>Specification: \(links(in: explanation.specification))</p>

      """
  }

  /// A text with what stands between backticks as code.
  private func words(_ text: String) -> Markup {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    if parts.count.isMultiple(of: 2) { return "\(text)" }
    return parts.enumerated().map { $0.isMultiple(of: 2) ? "\(String($1))" : "<code>\(String($1))</code>" as Markup }
      .joined()
  }

  private func links(in text: String) -> Markup {
    text.split(separator: " ").map { word -> Markup in
      let address = String(word.hasSuffix(",") ? word.dropLast() : word)
      guard address.hasPrefix("https://") else { return "\(String(word))" }
      return "<a href=\"\(address)\">\(address)</a>\(word.hasSuffix(",") ? "," : "")"
    }.joined(separator: " ")
  }
}
