struct BarRow {
  var name: String
  var count: Int
  /// The anchor of the section with details.
  var link: String?
  /// How the section groups the findings that have the name, if it is that of the findings.
  var group: String?
  /// The CSS class of its bar, defined by the page.
  var look = "plain"
}

/// What pages for people share. A page is one file that loads and sends nothing.
protocol HTMLPage {}

extension HTMLReport: HTMLPage {}

extension HTMLPage {
  /// A whole page, which a browser shows without loading anything.
  ///
  /// - Parameters:
  ///   - allowed: what its Content-Security-Policy allows, by digests.
  ///   - styles: its style sheets.
  func document(_ title: String, allowed: String, styles: [String], _ body: Markup) -> Markup {
    "\(head(title, allowed: allowed, styles: styles))\(body)\(foot)"
  }

  func head(_ title: String, allowed: String, styles: [String]) -> Markup {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \(Markup(constant: allowed)); \
    base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>\(title)</title>
    \(styles.map { "<style>\(Markup(constant: $0))</style>\n" as Markup }.joined())</head>
    <body>
    """
  }

  var foot: Markup { "</body>\n</html>\n" }

  func section(_ id: String, _ title: String, _ content: Markup) -> Markup {
    """
    <section id="\(id)" aria-labelledby="\(id)-title"><h2 id="\(id)-title">\(title)</h2>
    \(content)</section>

    """
  }

  /// Counts as a table with bars, the most frequent first; all but the first few are in a part that can be opened.
  func bars(_ title: String, _ rows: [BarRow], atOnce: Int = 10) -> Markup {
    guard let largest = rows.map(\.count).max(), largest > 0 else { return "" }
    let rest = rows.dropFirst(atOnce)
    let more: Markup =
      """
      <details><summary>\(grouped: rest.count) more</summary>
      \(bars("More: " + title, rest, largest))</details>

      """
    return """
      <div class="chart">\(bars(title, rows.prefix(atOnce), largest))\(rest.isEmpty ? "" : more)</div>

      """
  }

  private func bars(_ caption: String, _ rows: ArraySlice<BarRow>, _ largest: Int) -> Markup {
    let lines = rows.map { row -> Markup in
      let name = breakable(row.name)
      let group: Markup = row.group.map { " data-group=\"\($0)\"" } ?? ""
      // A rule with several severities has a row for each.
      let word = row.look == "plain" ? "" : " (\(row.look))"
      let label: Markup = row.link.map { "<a href=\"#\($0)\"\(group)>\(name)</a>\(word)" } ?? name
      return """
        <tr><th scope="row">\(label)</th><td class="count">\(grouped: row.count)</td><td class="bar">\
        <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\
        <rect width="\(max(1, row.count * 1000 / largest))" height="10" class="\(row.look)"/></svg></td></tr>

        """
    }
    return table("bars", caption, lines)
  }

  /// A table.
  ///
  /// - Parameters:
  ///   - look: the CSS class.
  ///   - heads: the names of the columns, if they need some.
  func table(_ look: String, _ caption: String? = nil, heads: [String] = [], _ rows: [Markup]) -> Markup {
    let named: Markup = caption.map { "<caption>\($0)</caption>" } ?? ""
    let cells = heads.map { $0.isEmpty ? "<td></td>" as Markup : "<th scope=\"col\">\($0)</th>" }
    let head: Markup = heads.isEmpty ? "" : "<thead><tr>\(cells.joined())</tr></thead>"
    return """
      <table class="\(look)">\(named)\(head)
      <tbody>
      \(rows.joined())</tbody>
      </table>

      """
  }

  func list(_ entries: [Markup]) -> Markup {
    entries.isEmpty ? "" : "<ul>\(entries.map { "<li>\($0)</li>\n" as Markup }.joined())</ul>\n"
  }

  /// A name that the browser may break before a capital letter and after a slash: `LabResult` before the R.
  func breakable(_ name: String) -> Markup {
    var (words, wasSmall) = ([""], false)
    for character in name {
      if wasSmall, character.isUppercase { words.append("") }
      words[words.count - 1].append(character)
      if character == "/" { words.append("") }
      wasSmall = character.isLowercase
    }
    return words.map { "\($0)" as Markup }.joined(separator: "<wbr>")
  }
}
