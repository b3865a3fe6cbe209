extension PersonPage {
  private static let (mostMedications, mostRows) = (200, 300)

  /// The kinds that have a list of their own, with its title and what stands in a last column.
  static let listed: [(PersonReport.Kind, String, details: String)] = [
    (.allergy, "Allergies", "Reaction, and how serious the record calls it"),
    (.condition, "Conditions", "How serious the record calls it"), (.immunization, "Immunizations", ""),
    (.procedure, "Procedures", ""), (.note, "Clinical Notes", ""), (.insurance, "Insurance", ""),
  ]

  private static let columns = ["What", "Date", "Status", "Source"]

  /// The list of a kind, of which some records have details.
  func entries(of kind: PersonReport.Kind, _ details: String) -> Markup {
    let records = report.facts.filter { $0.kind == kind }
    let isOfMoments = kind == .immunization || kind == .procedure
    let rows = isOfMoments ? ofSeveralDays(Self.merged(records)) : Self.merged(records)
    let shown = rows.prefix(Self.mostRows)
    let columns = Self.columns + (details.isEmpty ? [] : [details])
    let done = records.filter { !$0.isWithdrawn && $0.day != nil && ["completed", ""].contains($0.status.byBytes) }
    let latest = done.max { $1.isLater(than: $0) }.map { latest -> Markup in
      let whose = latest.whose.isEmpty ? "" : " (\(latest.whose))"
      let facts = "\(dates(of: latest)), \(name(ofSource: latest.source))"
      return "<p>The latest: <strong>\(latest.name)</strong>\(whose), \(facts).</p>\n"
    }
    func isPast(_ record: PersonReport.Record) -> Bool { kind == .condition && (record.isOver || !record.end.isEmpty) }
    func part(_ head: Markup, _ isIn: (PersonReport.Record) -> Bool) -> Markup {
      let table = table(shown.filter(isIn), columns, Self.detail)
      return table.text.isEmpty ? "" : "\(head)\(table)"
    }
    return """
      \(isOfMoments ? latest ?? "" : "")\(quiet(Self.unclosed, if: kind == .condition))\
      \(details.isEmpty ? "" : unreadNotice(kind == .allergy ? "an allergy or a reaction" : "a condition"))\(part("") { !$0.isDenied && !$0.saysNone && !isPast($0) })\
      \(part(Self.past) { !$0.isDenied && !$0.saysNone && isPast($0) })\
      \(part(Self.none) { $0.saysNone && !$0.isDenied })\(part(Self.notSo, \.isDenied))\
      \(leftOut(rows.count - Self.mostRows, "entry", "entries"))
      """
  }

  private static let unclosed: Markup = "Whether you still have something that was confirmed, the records need not say."

  private static func detail(_ record: PersonReport.Record) -> Markup {
    record.detail.isEmpty ? "not stated" : "\(record.detail)"
  }

  /// Stands above what a record denies, which nobody shall take for a fact.
  private static let notSo: Markup = "<h3>Not so, according to the record</h3>\n"
  /// Stands above conditions that a reader need not take for present.
  private static let past: Markup = "<h3>Over, or with a last day, according to the record</h3>\n"
  /// Stands above what is no entry, but the word of somebody that there is none.
  private static let none: Markup = "<h3>Records that say that there are none</h3>\n"

  /// Equal entries as one, with all of their sources; what is over last, high risk first, then by name, latest first.
  private static func merged(_ records: [PersonReport.Record]) -> [PersonReport.Record] {
    // Entries without a name are not known to be equal.
    let groups = records.enumerated().grouped { number, record in
      let parts =
        [record.name.lowercased(), record.start, record.end, record.issued, record.status, record.detail]
        + [record.time, record.remark, record.whose] + record.marks.sorted()
      return (record.name.isEmpty ? "\(number)" : parts.joined(separator: "\u{1F}")).byBytes
    }
    return groups.map { group in
      var row = group[0].element
      let sources = group.map(\.element.source).grouped(by: \.byBytes).map { $0[0] }
      row.source = sources.map { $0.isEmpty ? PersonReport.unknownSource : $0 }.joined(separator: "; ")
      if group.count > 1 { row.source += " (\(group.count) records)" }
      return row
    }.sorted { a, b in
      if a.order != b.order { return a.order < b.order }
      if a.isOver != b.isOver { return b.isOver }
      if a.isOfHighRisk != b.isOfHighRisk { return a.isOfHighRisk }
      let (first, second) = (a.name.lowercased().byBytes, b.name.lowercased().byBytes)
      return first != second ? first < second : a.isLater(than: b)
    }
  }

  /// What was done on several days as one row with all of them, the latest first.
  private func ofSeveralDays(_ rows: [PersonReport.Record]) -> [PersonReport.Record] {
    let groups = rows.enumerated().grouped { number, row in
      let facts = [row.name, row.status, row.source, row.whose, row.remark] + row.marks.sorted()
      return (row.name.isEmpty ? "\(number)" : facts.joined(separator: "\u{1F}")).byBytes
    }
    return groups.map { group in
      var row = group[0].element
      if group.count == 1 { return row }
      row.time = group.map { dates(of: $0.element) }.joined(separator: "; ")
      (row.start, row.end, row.issued) = ("", "", "")
      return row
    }
  }

  /// A row for each record: name, date, status, source, and what the caller adds in a last column.
  func table(
    _ records: some Sequence<PersonReport.Record>, _ columns: [String], _ last: ((PersonReport.Record) -> Markup)? = nil
  ) -> Markup {
    let rows = records.map { record in
      let facts: [Markup] = ["\(dates(of: record))", "\(standing(of: record))", "\(name(ofSource: record.source))"]
      return ("\(record.title)\(whose(record))" as Markup, facts + [last?(record)].compactMap { $0 })
    }
    return table(columns, rows)
  }

  /// A table that is a list on a narrow screen, where the cells stand below each other, each with the name of its column;
  /// nothing without rows. Cells beyond the columns are left out.
  func table(_ columns: [String], _ rows: [(name: Markup, cells: [Markup])]) -> Markup {
    if rows.isEmpty { return "" }
    let heads = columns.map { "<th role=\"columnheader\" scope=\"col\">\($0)</th>" as Markup }
    let lines = rows.map { name, cells -> Markup in
      let cells = zip(columns.dropFirst(), cells).map { "<td role=\"cell\" data-name=\"\($0)\">\($1)</td>" as Markup }
      return """
        <tr role="row"><th role="rowheader" scope="row">\(name)</th>\(cells.joined())</tr>

        """
    }
    return """
      <table class="wide" role="table"><thead role="rowgroup"><tr role="row">\(heads.joined())</tr></thead>
      <tbody role="rowgroup">
      \(lines.joined())</tbody>
      </table>

      """
  }

  /// `2019-05-02 to 2020-01-01`, or when it was prescribed or recorded.
  private func dates(of record: PersonReport.Record) -> String {
    let (start, end) = (PlainDay.shown(record.start), PlainDay.shown(record.end))
    switch (start.isEmpty, end.isEmpty) {
    case (false, false): return start == end ? start : start + " to " + end
    case (false, true): return start
    case (true, false): return "until " + end
    case (true, true) where !record.time.isEmpty: return record.time
    case (true, true) where record.issued.isEmpty: return "no date"
    case (true, true):
      return (record.manner == "prescribed" ? "prescribed " : "recorded ") + PlainDay.shown(record.issued)
    }
  }

  // MARK: - Medications

  /// Which medications a record calls active, then each with its records on a common line of time.
  var medications: Markup {
    let records = report.facts.filter { $0.kind == .medication }
    func key(_ record: PersonReport.Record) -> [ByteText] { [record.name.lowercased().byBytes, record.order] }
    let groups = records.grouped(by: key).map { $0.sorted { $0.isLater(than: $1) } }
      .sorted { key($0[0]).lexicographicallyPrecedes(key($1[0])) }
    let days = records.flatMap { [$0.start, $0.end, $0.issued].compactMap { PlainDay($0) } }
    let time = days.min().flatMap { first in days.max().map { (first: first, last: $0) } }
    let axis = time.map { first, last -> Markup in
      """
      <p class="axis" aria-hidden="true"><span>\(first.year)</span>\
      <span>\(first.year == last.year ? "" : "\(last.year)")</span></p>

      """
    }
    let lost = report.facts.filter { $0.manner == PersonReport.Record.unrecognised }.prefix(Self.mostRows)
    let words = String(counting: lost.count, "prescription is in a form", "prescriptions are in a form")
    let unread: Markup = """
      \(words) that is not known, and not in the lists below. Ask for \(lost.count == 1 ? "it" : "them"): \
      \(lost.map(\.label).joined(separator: "; "))
      """
    let shown = groups.prefix(Self.mostMedications)
    let denied = shown.filter { $0.allSatisfy(\.isDenied) }
    let others = shown.filter { !$0.allSatisfy(\.isDenied) }
    return """
      \(unreadNotice("a medication"))\(notice(unread, if: !lost.isEmpty))\(active(groups))\
      <h3>All medications over time</h3>
      \(quiet("A bar goes from the first to the last day that a record states; one day is a short mark."))\
      \(axis ?? "")\(others.map { medication($0, time) }.joined())\
      \(denied.isEmpty ? "" : Self.notSo)\(denied.map { medication($0, nil) }.joined())\
      \(leftOut(groups.count - Self.mostMedications, "medication", "medications"))
      """
  }

  /// The medications with a record whose status is active, the latest first.
  private func active(_ groups: [[PersonReport.Record]]) -> Markup {
    let rows = groups.compactMap { records -> PersonReport.Record? in
      let active = records.filter(\.isActive)
      guard var record = active.first else { return nil }
      let latest = records[0]
      if record.manner != "prescribed" { record.status += "; " + record.manner }
      let first = active.last { $0.day != nil }.map { " since \(PlainDay.shown($0.date))" }
      if active.count > 1 { record.status += "; \(active.count) such records\(first ?? "")" }
      if !latest.isActive, latest.isLater(than: record) {
        let said = latest.isForTaking ? latest.status : latest.manner
        record.status +=
          "; a later record, of \(PlainDay.shown(latest.date)), says "
          + (said.isEmpty ? "nothing about that" : said)
      }
      return record
    }.sorted { $0.order != $1.order ? $0.order < $1.order : $0.isLater(than: $1) }
    let silent = groups.count { $0.allSatisfy { $0.status.isEmpty } }
    let none: Markup = " Of \(String(counting: silent, "medication", "medications")), no record states a status."
    let persons = Set(groups.map(\.[0].whose.byBytes)).count
    let whose = persons > 1 ? " of several persons" : ""
    return """
      <h3>Active, by their records: \(grouped: rows.count) of \(String(counting: groups.count, "medication", "medications"))\(whose)</h3>
      <p class="quiet">These have a record with the status active. Whether you take them today, the records do not say: \
      an old record may never have been closed.\(silent > 0 ? none : "")</p>
      \(table(rows.prefix(Self.mostRows), Self.columns + ["Instructions"], Self.detail))\
      \(leftOut(rows.count - Self.mostRows, "active medication", "active medications"))
      """
  }

  private func medication(_ records: [PersonReport.Record], _ time: (first: PlainDay, last: PlainDay)?) -> Markup {
    let shown = records.prefix(Self.mostRows)
    let entries = shown.map { record -> Markup in
      let dates = dates(of: record)
      var parts = [dates.hasPrefix(record.manner) ? "" : record.manner, dates]
      if !record.date.isEmpty, record.end.isEmpty { parts.append("no last day stated") }
      parts += [standing(of: record), record.detail, name(ofSource: record.source)]
      return "\(parts.filter { !$0.isEmpty }.joined(separator: ", "))"
    }
    let count = String(counting: records.count, "record", "records")
    let details = details("\(count)", list(entries), isOpen: records.count <= 3)
    return """
      <article class="medication"><h4>\(records[0].name.isEmpty ? "Medicine without a name" : records[0].name)\(whose(records[0]))</h4>
      \(time.map { spans(records, $0.first, $0.last) } ?? "")\(details)\
      \(leftOut(records.count - shown.count, "record", "records"))</article>

      """
  }

  private func spans(_ records: [PersonReport.Record], _ first: PlainDay, _ last: PlainDay) -> Markup {
    let days = max(last.number - first.number, 1)
    let bars = records.prefix(Self.mostRows).filter { !$0.isDenied }.compactMap { record -> Markup? in
      guard let start = PlainDay(record.date) ?? PlainDay(record.end) else { return nil }
      let end = PlainDay(record.end) ?? start
      let x = Int((start.number - first.number) / days * 992)
      let width = max(8, Int((end.number - start.number) / days * 992))
      return bar(from: x, width: min(width, 1000 - x))
    }
    return bars.isEmpty ? "" : "\(strip(bars, "class=\"spans\" "))\n"
  }
}
