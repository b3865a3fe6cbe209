extension PersonPage {
  /// How many tests, values of each and reports the page shows.
  private static let (mostTests, mostValues, mostDrawn, mostReports) = (250, 100, 300, 200)
  /// How many marked results it lists, and how many of them at first sight.
  private static let (mostMarked, mostOpen) = (1_000, 30)

  var labReports: [PersonReport.Record] { report.facts.filter { $0.kind == .labReport } }

  /// Each test with a chart and its values, then the reports of laboratories.
  var results: Markup {
    let parts = Self.tested.map { kind, title -> Markup in
      let some = tests.enumerated().filter { $0.element.kind == kind }
      if some.isEmpty { return "" }
      let shown = some.filter { $0.offset < Self.mostTests }
      return """
        <h3 id="\(kind.rawValue)">\(title)</h3>
        \(extent(some.flatMap { $0.element.points }))\
        <nav class="index" aria-label="\(title)">\(shown.map { link(to: $0.offset) }.joined(separator: " "))</nav>
        <div class="tests">
        \(shown.map { card($0.element, $0.offset) }.joined())</div>
        \(leftOut(some.count - shown.count, "test", "tests"))
        """
    }
    let valued = Set(report.facts.filter { !$0.results.isEmpty }.map { PersonReport.key($0.source, $0.id) })
    let silent = report.facts.filter { record in
      [.labResult, .vitalSign, .observation].contains(record.kind) && record.results.allSatisfy { $0.value.isEmpty }
        && !record.isUnreadable && !record.members.contains { valued.contains(PersonReport.key(record.source, $0)) }
    }
    let count = String(counting: silent.count, "record of a result has", "records of results have")
    let named = Self.some(silent.map { "\($0.label), \(words($0.status))" }, most: 20)
    let silence: Markup = "Where nothing is said of a mark, the record neither calls its value high or low nor normal."
    let head: Markup = "\(unreadNotice("a result"))\(pressure)\(marked)\(quiet(silence, if: !tests.isEmpty))"
    return "\(head)\(parts.joined())\(reports)\(quiet("\(count) no value: \(named).", if: !silent.isEmpty))"
  }

  /// The usual kinds that are not there, and the latest of several blood pressures.
  private var pressure: Markup {
    let boxes = tests.filter { $0.title.byBytes == PersonTest.pressure.byBytes }
    let points = boxes.count > 1 ? boxes.flatMap(\.points).filter { $0.counts && $0.day != nil } : []
    let latest = points.grouped(by: \.record.whose.byBytes).compactMap { $0.max { $1.record.isLater(than: $0.record) } }
      .sorted { $0.record.order < $1.record.order }.prefix(Self.mostOpen).map { latest -> Markup in
        let facts = [latest.record.whose, PlainDay.shown(latest.record.date)].filter { !$0.isEmpty }
        return
          "<p>The latest blood pressure: <strong>\(latest.result.text)</strong>, \(facts.joined(separator: ", ")).</p>\n"
      }
    let lines = [absent(isOfResults: true)].filter { !$0.isEmpty }.map { "<p>\($0)</p>\n" as Markup }
    return (lines + latest).joined()
  }

  static let tested: [(PersonReport.Kind, String)] = [
    (.labResult, "Lab Results"), (.vitalSign, "Clinical Vitals"), (.observation, "Other observations"),
  ]

  /// The name of a test, which leads to it if it is shown.
  private func link(to number: Int, _ name: String? = nil) -> Markup {
    let name = name ?? label(of: tests[number])
    return number < Self.mostTests ? link(to: "test-\(number)", "\(name)") : "\(name)"
  }

  /// The results that are marked or outside their own range, of shown tests or not, numbers first, then the latest.
  var markedPoints: [(test: Int, point: PersonTest.Point)] {
    func key(_ point: PersonTest.Point) -> (Int, Double) {
      (point.result.number.isEmpty ? 1 : 0, -(point.day?.number ?? -1))
    }
    return tests.enumerated().flatMap { number, test in
      test.points.filter { !$0.record.isWithdrawn && !$0.record.isUnbelieved && $0.isMarked }.map { (number, $0) }
    }.sorted { key($0.1) < key($1.1) }
  }

  private var marked: Markup {
    let entries = markedPoints.prefix(Self.mostMarked).map { number, point -> Markup in
      let facts = [point.record.whose, facts(of: point, tests[number])].filter { !$0.isEmpty }.joined(separator: ", ")
      return "\(link(to: number, tests[number].title)): <strong>\(point.result.shortText)</strong>, \(facts)"
    }
    if entries.isEmpty { return "" }
    let more = entries.dropFirst(Self.mostOpen)
    let others: Markup = "<details><summary>\(grouped: more.count) more</summary>\(list(Array(more)))</details>\n"
    return """
      <h3 id="marked">Marked by the laboratory, or outside the range that the record states</h3>
      \(quiet("Numbers first, the latest first. Those marked N, for normal, are not in this list."))\
      \(list(Array(entries.prefix(Self.mostOpen))))\(more.isEmpty ? "" : others)\
      \(leftOut(markedPoints.count - Self.mostMarked, "result", "results"))
      """
  }

  /// That tests are not shown, and how many of them are marked.
  var cut: Markup? {
    let count = tests.count - Self.mostTests
    if count <= 0 { return nil }
    let marked = Set(markedPoints.map(\.test)).count { $0 >= Self.mostTests }
    let words = "\(String(counting: count, "test is", "tests are")) not shown, for lack of room; \(marked) of them"
    let list: Markup = marked > 0 ? ": see \(link(to: "marked", "the list of such results"))" : ""
    return "\(words) with results that are marked or outside their range\(list)"
  }

  /// The shortest label that no other test has.
  private func label(of test: PersonTest) -> String {
    test.labels.first { labels[$0.lowercased().byBytes] == 1 } ?? test.labels.last ?? test.title
  }

  /// How many values there are, and from when to when.
  private func extent(_ points: [PersonTest.Point]) -> Markup {
    let dated = points.filter { $0.counts && $0.day != nil }
    func before(_ a: PersonTest.Point, _ b: PersonTest.Point) -> Bool { b.record.isLater(than: a.record) }
    guard let first = dated.min(by: before), let last = dated.max(by: before) else { return "" }
    let (start, end) = (PlainDay.shown(first.record.date), PlainDay.shown(last.record.date))
    let time = start.byBytes == end.byBytes ? "of \(start)" : "from \(start) to \(end)"
    let others = [
      (points.count { $0.counts && $0.day == nil }, "without such a day"),
      (points.count(where: \.record.isWithdrawn), "entered in error, cancelled or replaced"),
      (points.count { !$0.record.isWithdrawn && $0.result.isWithoutValue }, "without a value"),
    ].filter { $0.0 > 0 }.map { ", \(String(grouped: $0)) \($1)" }
    let persons = Set(points.map(\.record.whose.byBytes)).count
    let count = String(counting: dated.count, "value", "values") + (persons > 1 ? " of several persons" : "")
    return quiet("\(count) \(time)\(others.joined()).")
  }

  private func card(_ test: PersonTest, _ number: Int) -> Markup {
    let latest = test.points.first(where: \.counts)
    let withdrawn = test.points.count { $0.record.isWithdrawn }
    let headline: Markup =
      latest.map { latest -> Markup in
        // A large number without a day or a name would look like more than it is.
        let isKnown = latest.day != nil && test.title.byBytes != PersonTest.nameless.byBytes
        let value: Markup = isKnown ? "<strong>\(latest.result.shortText)</strong>" : "\(latest.result.shortText)"
        return "\(value) <span class=\"quiet\">\(facts(of: latest, test, isAlone: true))</span>"
      } ?? "No result that counts\(withdrawn > 0 ? "; \(withdrawn) entered in error, cancelled or replaced" : "")."
    // What was measured together is read together, such as the two values of a blood pressure.
    let others = (latest?.record.results ?? []).filter { $0.name.byBytes != latest?.result.name.byBytes }
    let together = others.filter { !$0.name.isEmpty && !$0.value.isEmpty }.map { ", \($0.name) \($0.shortText)" }
    let part = quiet("part of \(test.whole)\(together.prefix(4).joined())")
    let isPart = !test.whole.isEmpty && test.whole.byBytes != test.title.byBytes
    let pair = quiet("\(test.points[0].result.name)", if: test.points[0].result.isPair)
    let kin = Set(test.kin.flatMap { places[$0] ?? [] }).subtracting([number]).sorted().prefix(6).map { link(to: $0) }
    let also = quiet("See also: \(kin.joined(separator: "; "))", if: !kin.isEmpty)
    return """
      <article id="test-\(number)" class="test" aria-labelledby="test-\(number)-title">\
      <h4 id="test-\(number)-title">\(test.title)\(whose(test.points[0].record))</h4>
      \(isPart ? part : pair)<p>\(headline)</p>
      \(also)\(test.drawn.count > 1 ? chart(test) : "")\
      \(test.points.count > 1 || latest?.result.shortText != latest?.result.text || latest == nil ? values(test) : "")\
      </article>

      """
  }

  /// Everything but the value; where it stands alone, also what the record does not state.
  private func facts(of point: PersonTest.Point, _ test: PersonTest, isAlone: Bool = false) -> String {
    let (record, result) = (point.record, point.result)
    var parts = [record.date.isEmpty ? "no date" : PlainDay.shown(record.date, withTime: true, withZone: test.hasZones)]
    func range(_ text: String) -> String { (text.lowercased().contains("range") ? "" : "range ") + text }
    if !result.missed.isEmpty {
      let silence = point.isCalled ? "" : "; the laboratory set no mark"
      parts.append("outside the \(range(result.missed)) that the record states\(silence)")
    }
    if result.range.byBytes != result.missed.byBytes { parts.append(range(result.range)) }
    if isAlone, result.range.isEmpty { parts.append("no range stated") }
    let whole = result.isWithoutValue || result.called.contains(record.verdict) ? "" : record.verdict
    parts += [("marked ", result.marks), ("the record calls it: ", result.called)].map { $1.isEmpty ? "" : $0 + $1 }
    parts.append(whole.isEmpty ? "" : "the record calls \(result.isPair ? "it" : "the whole"): \(whole)")
    let isRenamed = result.isPressure && record.name.lowercased() != test.title.lowercased()
    parts += [isRenamed ? record.name : "", standing(of: record, but: "final"), name(ofSource: record.source)]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func values(_ test: PersonTest) -> Markup {
    let shown = test.points.prefix(Self.mostValues)
    let rows = shown.map { "<tr><td>\($0.result.text)</td><td>\(facts(of: $0, test))</td></tr>\n" as Markup }
    let table = table("values", heads: ["Value", "Date, range, source"], rows)
    return details(
      "All values: \(grouped: test.points.count)",
      "\(table)\(leftOut(test.points.count - shown.count, "value", "values"))", isOpen: test.drawn.count <= 1)
  }

  // MARK: - Charts

  private static let (width, height, top, bottom) = (360.0, 168.0, 22.0, 38.0)

  /// The values over time as a picture, whose numbers are in the list below it.
  private func chart(_ test: PersonTest) -> Markup {
    let points = test.drawn.suffix(Self.mostDrawn)
    let numbers = points.flatMap(\.numbers).compactMap(\.self)
    guard let first = points.first, let last = points.last, let least = numbers.min(), let most = numbers.max() else {
      return ""
    }
    let band = test.band
    let low = min(least, band?.low ?? least, band?.high ?? least)
    let high = max(most, band?.high ?? most, band?.low ?? most)
    // Of a size that can be divided by, whatever the values are.
    let span = high - low > 0 && (high - low).isFinite ? high - low : 1
    func y(_ value: Double) -> Double {
      Self.top + (Self.height - Self.top - Self.bottom) * (high - low > 0 ? (high - value) / span : 0.5)
    }
    let start = first.day?.number ?? 0
    let days = max((last.day?.number ?? 0) - start, 0.001)
    let isMoment = first.day == last.day
    func x(_ point: PersonTest.Point) -> Double {
      8 + (Self.width - 16) * (isMoment ? 0.5 : ((point.day?.number ?? 0) - start) / days)
    }
    let record = first.record
    let (leastText, mostText) = (Self.text(least, points), Self.text(most, points))
    let lines = first.numbers.indices.map { line in
      points.compactMap { point in point.numbers[line].map { (point, x: Self.digits(x(point)), y: Self.digits(y($0))) }
      }
    }
    var (firstDay, lastDay) = (PlainDay.shown(first.record.date), PlainDay.shown(last.record.date))
    let label =
      "\(test.title)\(record.whose.isEmpty ? "" : " " + record.whose): \(points.count) values from \(firstDay) to \(lastDay); "
      + "the lowest \(leastText), the highest \(mostText) \(test.unit)"
    let shade = band.map { band -> Markup in
      let (upper, lower) = (y(band.high ?? high), y(band.low ?? low))
      return """
        <rect class="range" x="0" y="\(Self.digits(upper))" width="\(Int(Self.width))" \
        height="\(Self.digits(max(lower - upper, 1)))"/>
        """
    }
    let isOfSeveral = record.isUnsure && !record.whose.isEmpty
    let polylines = (isOfSeveral ? [] : lines).map { places -> Markup in
      "<polyline points=\"\(places.map { $0.x + "," + $0.y }.joined(separator: " "))\"/>\n"
    }
    let circles = lines.joined().map { point, x, y -> Markup in
      """
      <circle cx="\(x)" cy="\(y)" r="3.5">\
      <title>\(PlainDay.shown(point.record.date)): \(point.result.text)</title></circle>

      """
    }
    // In their own zones, two moments may be of one day, or of days that run backwards.
    if !isMoment, firstDay.byBytes >= lastDay.byBytes {
      let times = [first, last].map { PlainDay.shown($0.record.date, withTime: true, withZone: true).dropFirst(5) }
      (firstDay, lastDay) = (String(times[0]), String(times[1]))
    }
    let labels: [(Double, Double, String, String)] = [
      (0, 14, "start", high == most ? (low == high ? "" : "highest ") + mostText : Self.text(high, points)),
      (0, Self.height - 20, "start", low == high ? "" : low == least ? "lowest " + leastText : Self.text(low, points)),
      (0, Self.height - 4, "start", firstDay), (Self.width, Self.height - 4, "end", isMoment ? "" : lastDay),
    ]
    let texts = labels.filter { !$0.3.isEmpty }.map { x, y, anchor, text -> Markup in
      "<text x=\"\(Int(x))\" y=\"\(Int(y))\" text-anchor=\"\(anchor)\">\(text)</text>"
    }
    var notes: [String] = []
    if band != nil, let range = first.result.range.isEmpty ? nil : first.result.range {
      notes.append("Shaded: \(range), the range that the records state.")
    } else if lines.count > 1 {
      notes.append("The dashed line is of the second numbers.")
    } else if points.contains(where: { !$0.result.range.isEmpty }) {
      notes.append("The records state different ranges, or none for some values: see the list.")
    }
    if isOfSeveral { notes.append("No line joins the values, because it is not known whether they are of one person.") }
    let others = test.points.count - points.count
    if others > 0 { notes.append("\(String(counting: others, "value is", "values are")) not drawn.") }
    let caption: Markup = "<figcaption>\(notes.joined(separator: " "))</figcaption>\n"
    return """
      <figure><svg class="results" role="img" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" aria-label="\(label)">
      \(shade ?? "")\(polylines.joined())\(circles.joined())\(texts.joined())</svg>
      \(notes.isEmpty ? "" : caption)</figure>

      """
  }

  /// A number of a result, or of the range, as the record writes it, or its beginning.
  private static func text(_ number: Double, _ points: ArraySlice<PersonTest.Point>) -> String {
    let texts = points.lazy.flatMap { [$0.result.number, $0.result.second, $0.result.low, $0.result.high] }
    return PersonReport.Result.short(texts.first { Double($0) == number } ?? "")
  }

  /// A coordinate with one digit after the point.
  private static func digits(_ place: Double) -> String {
    let tenths = place.isFinite ? Int((min(max(place, -1000), 1000) * 10).rounded()) : 0
    return "\(tenths / 10).\(abs(tenths % 10))"
  }

  // MARK: - Reports

  private var reports: Markup {
    let reports = labReports.sorted { $0.isLater(than: $1) }
    if reports.isEmpty { return "" }
    var places: [ByteText: Int] = [:]
    for (number, test) in tests.enumerated().prefix(Self.mostTests) {
      for point in test.points { places[PersonReport.key(point.record.source, point.record.id)] = number }
    }
    let columns = ["Report", "Date", "Status", "Source", "Results"]
    let rows = table(reports.prefix(Self.mostReports), columns) { report in
      let links = report.members.compactMap { reference -> Markup? in
        places[PersonReport.key(report.source, reference)].map { "\(link(to: $0, tests[$0].title)) " }
      }.joined()
      return "\(report.detail.isEmpty ? "" : "Conclusion: \(report.detail) ")\(links)"
    }
    return """
      <h3 id="labReport">Reports of results</h3>
      \(rows)\(leftOut(reports.count - Self.mostReports, "report", "reports"))
      """
  }
}
