import FHIRFindings

struct BarRow {
  var name: String
  var count: Int
  /// The anchor of the section with details.
  var link: String?
  /// What the list of findings shows for it, instead of that.
  var wanted: Wanted?
  var detail = ""
  /// The CSS class of its bar, defined by the page.
  var look = "plain"
}

/// Some of the findings on a page: all that have some whole texts, and possibly a severity.
struct Wanted {
  enum Fact: String { case file, rule, source, profile, value }

  var texts: [(fact: Fact, text: String)] = []
  var severity: Severity?
  var group = "rule"

  var attributes: Markup {
    let find = texts.map { $0.rawValue + ":" + JSONWriter.quoted(TerminalText.visible($1)) }.joined(separator: " ")
    let severity: Markup = severity.map { " data-severity=\"\(Int($0.rawValue))\"" } ?? ""
    return " data-group=\"\(group)\" data-find=\"\(find)\"\(severity)"
  }
}

/// What pages for people share. A page is one file that loads and sends nothing.
protocol HTMLPage {}

extension HTMLReport: HTMLPage {}

extension HTMLPage {
  /// The beginning of a page, which a browser shows without loading anything. It allows `script` without having it.
  func head(_ title: String, styles: [PagePart], script: PagePart? = nil) -> Markup {
    let scripts = script.map { "; script-src \($0.source)" } ?? ""
    let allowed = "style-src \(styles.map(\.source).joined(separator: " "))\(scripts)"
    return """
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
      \(styles.map { "<style>\(Markup(constant: $0.text))</style>\n" as Markup }.joined())</head>
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
    let more = details("\(grouped: rest.count) more", bars("More: " + title, rest, largest))
    return "<div class=\"chart\">\(bars(title, rows.prefix(atOnce), largest))\(rest.isEmpty ? "" : more)</div>\n"
  }

  func charts(_ charts: Markup...) -> Markup { "<div class=\"charts\">\n\(charts.joined())</div>\n" }

  private func bars(_ caption: String, _ rows: ArraySlice<BarRow>, _ largest: Int) -> Markup {
    let lines = rows.map { row -> Markup in
      let name = breakable(row.name)
      // A rule with several severities has a row for each.
      let word = row.detail + (row.look == "plain" || row.look == row.name ? "" : " (\(row.look))")
      let link = row.wanted == nil ? row.link : "findings"
      let label: Markup = link.map { "<a href=\"#\($0)\"\(row.wanted?.attributes ?? "")>\(name)</a>\(word)" } ?? name
      let bar: Markup = "<rect width=\"\(max(1, row.count * 1000 / largest))\" height=\"10\" class=\"\(row.look)\"/>"
      return self.row(label, "\(cell(row.count))<td class=\"bar\">\(strip([bar]))</td>")
    }
    return table("bars", caption, lines)
  }

  /// Bars on a line that is as wide as its place, by thousandths.
  func strip(_ bars: [Markup], _ attributes: Markup = "") -> Markup {
    """
    <svg \(attributes)viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\(bars.joined())</svg>
    """
  }

  func bar(from x: Int, width: Int) -> Markup { "<rect x=\"\(x)\" width=\"\(width)\" height=\"10\"/>" }
  func row(_ name: Markup, _ cells: Markup) -> Markup { "<tr><th scope=\"row\">\(name)</th>\(cells)</tr>\n" }
  func cell(_ count: Int) -> Markup { "<td class=\"count\">\(grouped: count)</td>" }

  /// A table with a CSS class, and with the names of its columns if they need some.
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

  func details(_ summary: Markup, _ content: Markup, isOpen: Bool = false) -> Markup {
    "<details\(isOpen ? " open" : "")><summary>\(summary)</summary>\n\(content)</details>\n"
  }

  func quiet(_ text: Markup, if isThere: Bool = true) -> Markup { isThere ? "<p class=\"quiet\">\(text)</p>\n" : "" }
  func notice(_ text: Markup, if isThere: Bool = true) -> Markup { isThere ? "<p class=\"notice\">\(text)</p>\n" : "" }
  func link(to id: String, _ text: Markup) -> Markup { "<a href=\"#\(id)\">\(text)</a>" }

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

/// A style sheet or a script of the pages; `Schemas/pages` has them.
struct PagePart: Sendable {
  /// The SHA-256 of the text in base64, by which a browser recognises it.
  let digest: String
  let text: String

  /// What stands for it in a Content-Security-Policy.
  var source: String { "'sha256-\(digest)'" }
}
