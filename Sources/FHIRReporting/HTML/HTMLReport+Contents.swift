import FHIRFindings
import FHIRSupport

extension HTMLReport {
  func rows(_ counts: [ByteText: Int]) -> [BarRow] {
    counts.commonestFirst.map { BarRow(name: $0.key.string, count: $0.value) }
  }

  /// The findings by severity, rule, file, source and value.
  var overview: Markup {
    if summary.findingCount == 0 {
      return "<p>\(summary.setAside?.gone == nil ? "No issues." : "No new issues.")</p>\n"
    }
    let severities = Severity.allCases.reversed().compactMap { severity in
      summary.bySeverity[severity].map {
        BarRow(name: severity.word, count: $0, look: severity.description)
      }
    }
    func linked(_ rows: some Sequence<BarRow>, _ group: String) -> [BarRow] {
      rows.map { BarRow(name: $0.name, count: $0.count, link: "findings", group: group, look: $0.look) }
    }
    let rules = statistics.rules.map {
      BarRow(name: $0.rule.rawValue, count: $0.count, look: $0.severity.description)
    }
    let values = statistics.values.map { BarRow(name: $0.name, count: $0.count, look: $0.severity.description) }
    var sources = linked(statistics.sources.map { BarRow(name: $0.name, count: $0.count) }, "source")
    let unknown = statistics.count - sources.reduce(0) { $0 + $1.count }
    if unknown > 0, !sources.isEmpty { sources.append(BarRow(name: "no source given", count: unknown)) }
    sources.sort { $0.count > $1.count }
    return """
      <div class="charts">
      \(bars("Findings by severity", severities.filter { $0.count > 0 }))\
      \(bars("Findings by rule", linked(rules, "rule")))\
      \(bars("The files with most listed findings", linked(rows(listed.byFile).prefix(10), "file")))\
      \(bars("Findings by source", sources))\
      \(bars("The commonest codes and systems that were found", linked(values.prefix(50), "place")))</div>

      """
  }

  /// The records by type, release, clinical type, source and time.
  var records: Markup {
    if summary.subject != .records || summary.recordsFound == 0 { return "" }
    let releases = summary.releasesToldBy.flatMap { release, reasons in
      reasons.map { ("\(release.string.uppercased()): \($0.key)".byBytes, $0.value) }
    }
    return """
      <p>\(String(counting: summary.recordsFound, "record", "records")) in \
      \(String(counting: summary.filesFound, "file", "files")).</p>
      \(timeline)\(spansBySource)<div class="charts">
      \(bars("Records by resource type", rows(summary.resourceTypes)))\
      \(bars("Records by clinical type", rows(summary.clinicalTypes)))\
      \(bars("Records by release, and what told it", rows([ByteText: Int](uniqueKeysWithValues: releases))))\
      \(bars("Records by source", rows(MaskedAddress.counts(contents.sources))))</div>

      """
  }

  /// How many records meet the versions of guides.
  var conformance: Markup {
    if summary.guideRows.isEmpty { return "" }
    let columns: [(title: String, name: ByteText)] = [
      ("Met", "met"), ("Broken", "broken"), ("Undecided", "undecided"), ("Claimed", "claimed"),
    ]
    let lines = summary.guideRows.map { row -> Markup in
      let cells = columns.map { "<td class=\"count\">\(grouped: row.counts[$0.name, default: 0])</td>" as Markup }
      return "<tr><th scope=\"row\">\(row.name)</th>\(cells.joined())</tr>\n"
    }
    return """
      \(table("numbers", "Records by guide and version", heads: ["Guide"] + columns.map(\.title), lines))\
      <p class="quiet">A record is undecided if a part of it could not be judged. Claimed are those of all that name a \
      profile of the guide themselves.</p>

      """
  }

  var receipt: Markup { list(contents.receipt.map { "\($0)" }) }

  /// The share that was not judged, in one line.
  var notJudgedInShort: String {
    let files = summary.filesFound - summary.filesJudged
    let records = summary.recordsFound - summary.recordsJudged
    let amounts = [
      (files, "file", "files"), (records, "record", "records"),
      (summary.unjudgedParts, "part of a record", "parts of records"),
      (summary.notChecked.count, "kind of check", "kinds of checks"),
    ]
    let parts = amounts.filter { $0.0 > 0 }.map { String(counting: $0, $1, $2) }
    return parts.isEmpty ? "nothing." : parts.joined(separator: ", ") + "."
  }

  var notJudged: Markup {
    let notChecked = rows(MaskedAddress.counts(summary.notChecked))
    let notJudged = rows(summary.notJudged)
    let skipped = rows(summary.filesSkippedByKind)
    var sentences: [String] = []
    if summary.filesNotOpened > 0 {
      sentences.append("\(String(grouped: summary.filesNotOpened)) files in archives were not opened.")
    }
    for entry in summary.unreadable.prefix(100) { sentences.append("Not read: \(entry.path) (\(entry.reason)).") }
    if summary.unreadable.count > 100 {
      sentences.append("\(String(grouped: summary.unreadable.count - 100)) more paths were not read.")
    }
    switch summary.identity {
    case .failed(let reason): sentences.append("Whether a record is there twice is not known: \(reason).")
    case .off: sentences.append("Nobody looked for records that are there twice.")
    case .compared, nil: break
    }
    if notChecked.isEmpty, notJudged.isEmpty, skipped.isEmpty, sentences.isEmpty {
      sentences.append("Everything that was there was judged.")
    }
    return """
      <div class="charts">
      \(bars("Checks that could not be made", notChecked, atOnce: 3))\(bars("Records that were not judged, and why", notJudged))\
      \(bars("Files that were skipped", skipped))</div>
      \(list(sentences.map { "\($0)" }))
      """
  }
}
