extension HTMLReport {
  private typealias Month = ReportContents.Month

  /// The records by month or year, as a picture and as a table.
  var timeline: Markup {
    let (spans, unit) = spans
    guard let largest = spans.map(\.count).max(), let first = spans.first, let last = spans.last else { return "" }
    let peak = spans.first { $0.count == largest } ?? first
    let label =
      "Records by \(unit), from \(first.name) to \(last.name); most in \(peak.name): \(String(grouped: peak.count))."
    let (width, height) = (960, 160)
    let step = Double(width) / Double(spans.count)
    let bars = spans.enumerated().filter { $1.count > 0 }.map { number, span -> Markup in
      let bar = max(1, span.count * height / largest)
      return """
        <rect x="\(Int(Double(number) * step))" y="\(height - bar)" width="\(max(1, Int(step) - (step > 4 ? 1 : 0)))" \
        height="\(bar)"><title>\(span.name): \(grouped: span.count)</title></rect>

        """
    }
    let rows = spans.filter { $0.count > 0 }.map { row("\($0.name)", cell($0.count)) }
    let undated: Markup = " \(grouped: contents.undated) records are not on it: they have no clinical date."
    return """
      <figure><svg class="timeline" role="img" viewBox="0 0 \(width) \(height)" preserveAspectRatio="none" \
      aria-label="\(label)">
      \(bars.joined())<line x1="0" y1="\(height)" x2="\(width)" y2="\(height)"/></svg>
      \(axis(first.name, last.name))<figcaption>\(label)\(contents.undated > 0 ? undated : "")</figcaption>
      \(details("As a table", table("bars", "Records by \(unit)", rows)))</figure>

      """
  }

  /// The ends of a time axis, as text that does not shrink with the picture.
  private func axis(_ first: String, _ last: String) -> Markup {
    "<div class=\"axis\" aria-hidden=\"true\"><span>\(first)</span><span>\(last)</span></div>\n"
  }

  /// The months with records of each source on one axis, and the longest gap in them.
  var spansBySource: Markup {
    let months = contents.monthsBySource.values.flatMap { $0 }
    guard let first = months.min(), let last = months.max(), first < last else { return "" }
    let sources = contents.monthsBySource.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let shown = 20
    let scale = 1000 / Double(last.number - first.number + 1)
    let rows = sources.prefix(shown).map { source, months -> Markup in
      let bars = months.sorted().map { month -> Markup in
        bar(from: Int(Double(month.number - first.number) * scale), width: max(6, Int(scale)))
      }
      let cells: Markup = "<td>\(gap(in: months.sorted()))</td><td class=\"bar\">\(strip(bars))</td>"
      return row(breakable(MaskedAddress.text(source.string)), cells)
    }
    let table = table("bars", "Months with records by source, and the longest gap", rows)
    let more = quiet("\(grouped: sources.count - shown) more sources are not drawn.", if: sources.count > shown)
    return "<figure class=\"gaps\">\(table)\(axis(first.name, last.name))\(more)</figure>\n"
  }

  /// `2014-03 to 2019-06; none for 13 months from 2015-01`.
  private func gap(in months: [Month]) -> String {
    guard let first = months.first, let last = months.last else { return "" }
    if first == last { return first.name }
    let gaps = zip(months, months.dropFirst()).map { (from: $0, count: $1.number - $0.number - 1) }
    let whole = "\(first.name) to \(last.name)"
    guard let longest = gaps.max(by: { $0.count < $1.count }), longest.count > 0 else { return whole + "; no gap" }
    return "\(whole); none for \(String(counting: longest.count, "month", "months")) after \(longest.from.name)"
  }

  /// Consecutive months or years; if records are far apart, only the years with records.
  private var spans: (spans: [BarRow], unit: String) {
    let months = contents.months
    guard let first = months.keys.min(), let last = months.keys.max() else { return ([], "month") }
    if last.number - first.number < 60 {
      let all = (first.number...last.number).map { Month(number: $0) }
      return (all.map { BarRow(name: $0.name, count: months[$0] ?? 0) }, "month")
    }
    let years = [Int: Int](months.map { ($0.key.year, $0.value) }, uniquingKeysWith: +)
    let most = 150
    if last.year - first.year < most {
      return ((first.year...last.year).map { BarRow(name: String($0), count: years[$0] ?? 0) }, "year")
    }
    let commonest = years.commonestFirst.prefix(most)
    return (
      commonest.sorted { $0.key < $1.key }.map { BarRow(name: String($0.key), count: $0.value) },
      "year that has records, years without any left out"
    )
  }
}

extension ReportContents.Month {
  /// Its number from January of the year 0.
  fileprivate var number: Int { year * 12 + month - 1 }
  fileprivate init(number: Int) { self.init(year: number / 12, month: number % 12 + 1) }
  fileprivate var name: String { "\(year)-" + (month < 10 ? "0" : "") + "\(month)" }
}
