import FHIRDiagnostics
import FHIRSupport

extension HTMLReport {
  /// The records by type, release, clinical type, source and time.
  var contentsSection: Markup {
    let amount: Markup =
      """
      <p>\(String(counting: summary.recordsFound, "record", "records")) in \(String(counting: summary.filesFound, "file", "files")).</p>

      """
    return section(
      "contents", "What is in it",
      """
      \(summary.subject == .records ? amount : "")\(timeline)<div class="charts">
      \(bars("Records by resource type", rows(summary.resourceTypes)))\
      \(bars("Records by clinical type", rows(summary.clinicalTypes)))\
      \(bars("Records by release, and what told it", releases))\
      \(bars("Records by source", rows(MaskedAddress.counts(contents.sources))))</div>

      """)
  }

  private var releases: [BarRow] {
    var counts: [ByteText: Int] = [:]
    for (release, reasons) in summary.releasesToldBy {
      for (reason, count) in reasons { counts["\(release): \(reason)".byBytes] = count }
    }
    return rows(counts)
  }

  private func rows(_ counts: [ByteText: Int]) -> [BarRow] {
    counts.commonestFirst.map { BarRow(name: $0.key.string, count: $0.value) }
  }

  /// The findings by severity, rule and source.
  var overview: Markup {
    section("overview", "What was found", summary.issueCount == 0 ? noIssues : charts)
  }

  private var noIssues: Markup {
    """
    <p>\(summary.setAside?.gone == nil ? "No issues." : "No new issues.")</p>

    """
  }

  private var charts: Markup {
    let severities = Severity.allCases.reversed().compactMap { severity in
      summary.issues[severity].map { BarRow(name: severity.description, count: $0, look: severity.description) }
    }
    let rules = statistics.rules.map {
      BarRow(name: $0.rule.rawValue, count: $0.count, link: anchor($0.rule), look: $0.severity.description)
    }
    let values = statistics.values.map { BarRow(name: $0.name, count: $0.count, look: $0.severity.description) }
    return """
      <div class="charts">
      \(bars("Findings by severity", severities.filter { $0.count > 0 }))\(bars("Findings by rule", rules))\
      \(bars("Findings by source", statistics.sources.map { BarRow(name: $0.name, count: $0.count) }))\
      \(bars("Codes and systems that were found", values))</div>

      """
  }

  /// What was not checked, and what could not be checked.
  var notChecked: Markup {
    let notChecked = rows(MaskedAddress.counts(summary.notChecked))
    let notJudged = rows(summary.notJudged)
    let skipped = rows(summary.filesSkippedByKind)
    var sentences: [String] = []
    if summary.filesNotOpened > 0 {
      sentences.append("\(String(grouped: summary.filesNotOpened)) files in archives were not opened.")
    }
    for entry in summary.unreadable { sentences.append("Not read: \(entry.path) (\(entry.reason)).") }
    switch summary.identity {
    case .failed(let reason): sentences.append("Whether a record is there twice is not known: \(reason).")
    case .off: sentences.append("Nobody looked for records that are there twice.")
    case .compared, nil: break
    }
    if notChecked.isEmpty, notJudged.isEmpty, skipped.isEmpty, sentences.isEmpty {
      sentences.append("Everything that was there was judged.")
    }
    return section(
      "unchecked", "What was not checked",
      """
      <div class="charts">
      \(bars("Checks that could not be made", notChecked))\(bars("What stands where a record should be", notJudged))\
      \(bars("Files that were skipped", skipped))</div>
      <ul>\(sentences.map { "<li>\($0)</li>\n" as Markup }.joined())</ul>

      """)
  }
}
