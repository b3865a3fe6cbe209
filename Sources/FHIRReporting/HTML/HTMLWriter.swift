/// Writes HTML into bytes; the only place where text becomes part of the page.
struct HTMLWriter {
  /// The page so far.
  private(set) var bytes: [UInt8]

  init(after bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Writes markup of the page.
  mutating func raw(_ html: String) { bytes.append(contentsOf: html.utf8) }

  /// Writes text of any origin, escaped.
  mutating func text(_ text: String) { XMLText.append(text, to: &bytes) }

  /// Writes a name that the browser may break before a capital letter: `LabResult` before the R.
  mutating func breakable(_ name: String) {
    var (word, wasSmall) = ("", false)
    for character in name {
      if wasSmall, character.isUppercase {
        text(word)
        raw("<wbr>")
        word = ""
      }
      word.append(character)
      wasSmall = character.isLowercase
    }
    text(word)
  }

  /// Writes a number with thousands separators.
  mutating func number(_ number: Int) { raw(String(grouped: number)) }

  /// Writes an element; `attributes` is markup of the page.
  mutating func element(_ name: String, _ attributes: String = "", _ body: (inout HTMLWriter) -> Void) {
    raw("<" + name + (attributes.isEmpty ? "" : " " + attributes) + ">")
    body(&self)
    raw("</" + name + ">\n")
  }

  /// Writes a section with a heading, to which links can lead.
  mutating func section(_ id: String, _ title: String, _ body: (inout HTMLWriter) -> Void) {
    element("section", "id=\"\(id)\" aria-labelledby=\"\(id)-title\"") { page in
      page.raw("<h2 id=\"\(id)-title\">")
      page.text(title)
      page.raw("</h2>\n")
      body(&page)
    }
  }

  /// Writes counts as a table with bars, the most frequent first; all but the first few are in a part that can be
  /// opened.
  mutating func bars(_ title: String, _ rows: [BarRow]) {
    guard let largest = rows.map(\.count).max(), largest > 0 else { return }
    element("div", "class=\"chart\"") { page in
      page.bars(caption: title, rows.prefix(HTMLWriter.rowsAtOnce), largest: largest)
      let rest = rows.dropFirst(HTMLWriter.rowsAtOnce)
      if rest.isEmpty { return }
      page.element("details") { page in
        page.element("summary") { $0.raw("\(rest.count) more") }
        page.bars(caption: "More: " + title, rest, largest: largest)
      }
    }
  }

  private static let rowsAtOnce = 10

  private mutating func bars(caption: String, _ rows: ArraySlice<BarRow>, largest: Int) {
    element("table", "class=\"bars\"") { page in
      page.element("caption") { $0.text(caption) }
      page.raw("<tbody>\n")
      for row in rows {
        page.raw("<tr><th scope=\"row\">")
        if let link = row.link { page.raw("<a href=\"#\(XMLText.escaped(link))\">") }
        page.breakable(row.name)
        if row.link != nil { page.raw("</a>") }
        let width = max(1, row.count * 1000 / largest)
        page.raw("</th><td class=\"count\">")
        page.number(row.count)
        page.raw(
          "</td><td class=\"bar\"><svg viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
            + "<rect width=\"\(width)\" height=\"10\" class=\"\(row.look)\"/></svg></td></tr>\n")
      }
      page.raw("</tbody>\n")
    }
  }
}

/// A row of counts.
struct BarRow {
  var name: String
  var count: Int
  /// The anchor of the section with details.
  var link: String?
  /// The CSS class of its bar, defined by the page.
  var look = "plain"
}
