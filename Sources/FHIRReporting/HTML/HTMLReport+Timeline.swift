extension HTMLReport {
  /// A span of time with its records.
  private struct Span {
    var name: String
    var count: Int
  }

  /// The records over time, as a picture and as a table.
  var timeline: Markup {
    let (spans, unit) = spans
    guard let largest = spans.map(\.count).max(), let first = spans.first, let last = spans.last else { return "" }
    let peak = spans.first { $0.count == largest } ?? first
    let label =
      "Records by \(unit), from \(first.name) to \(last.name); most in \(peak.name): \(String(grouped: peak.count))."
    let (width, height, foot) = (960, 160, 18)
    let step = Double(width) / Double(spans.count)
    let bars = spans.enumerated().filter { $1.count > 0 }.map { number, span -> Markup in
      let bar = max(1, span.count * height / largest)
      return """
        <rect x="\(Int(Double(number) * step))" y="\(height - bar)" width="\(max(1, Int(step) - (step > 4 ? 1 : 0)))" \
        height="\(bar)"><title>\(span.name): \(grouped: span.count)</title></rect>

        """
    }
    let rows = spans.filter { $0.count > 0 }.map {
      "<tr><th scope=\"row\">\($0.name)</th><td class=\"count\">\(grouped: $0.count)</td></tr>\n" as Markup
    }
    let undated: Markup = " \(grouped: contents.undated) records are not on it: they have no clinical date."
    return """
      <figure><svg class="timeline" role="img" viewBox="0 0 \(width) \(height + foot)" aria-label="\(label)">
      \(bars.joined())<line x1="0" y1="\(height)" x2="\(width)" y2="\(height)"/>\
      <text x="0" y="\(height + 14)">\(first.name)</text>\
      <text x="\(width)" y="\(height + 14)" text-anchor="end">\(last.name)</text></svg>
      <figcaption>\(label)\(contents.undated > 0 ? undated : "")</figcaption>
      <details><summary>As a table</summary>
      \(table("Records by \(unit)", rows))</details>
      </figure>

      """
  }

  /// Consecutive months or years; if records are far apart, only the years with records.
  private var spans: (spans: [Span], unit: String) {
    let months = contents.months
    guard let first = months.keys.min(), let last = months.keys.max() else { return ([], "month") }
    let monthCount = (last.year - first.year) * 12 + last.month - first.month + 1
    if monthCount <= 60 {
      let spans = (0..<monthCount).map { number in
        let place = first.year * 12 + first.month - 1 + number
        let month = ReportContents.Month(year: place / 12, month: place % 12 + 1)
        return Span(name: Self.name(month), count: months[month] ?? 0)
      }
      return (spans, "month")
    }
    let years = [Int: Int](months.map { ($0.key.year, $0.value) }, uniquingKeysWith: +)
    let most = 150
    if last.year - first.year < most {
      return ((first.year...last.year).map { Span(name: String($0), count: years[$0] ?? 0) }, "year")
    }
    let commonest = years.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.prefix(most)
    return (
      commonest.sorted { $0.key < $1.key }.map { Span(name: String($0.key), count: $0.value) },
      "year that has records, years without any left out"
    )
  }

  private static func name(_ month: ReportContents.Month) -> String {
    "\(month.year)-" + (month.month < 10 ? "0" : "") + "\(month.month)"
  }
}
