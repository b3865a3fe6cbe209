import FHIRFindings

extension HTMLReport {
  func rows(_ counts: [ByteText: Int]) -> [BarRow] {
    counts.commonestFirst.map { BarRow(name: $0.key.string, count: $0.value) }
  }

  func word(for release: ByteText) -> String { release == "unknown" ? "another release" : release.string.uppercased() }

  /// The findings by rule and severity, the most frequent first.
  var rules: [(rule: RuleID, severity: Severity, count: Int)] {
    listed.counts.entries.sorted { ($1.count, $0.rule, $1.severity) < ($0.count, $1.rule, $0.severity) }
  }

  var overview: Markup {
    if summary.findingCount == 0 {
      return "<p>\(summary.setAside?.gone == nil ? "No issues." : "No new issues.")</p>\n"
    }
    func row(
      _ name: String, _ count: Int, _ severity: Severity?, _ texts: [(Wanted.Fact, String)], by group: String = "rule"
    ) -> BarRow {
      let wanted = Wanted(texts: texts, severity: severity, group: group)
      return BarRow(name: name, count: count, wanted: wanted, look: severity?.word ?? "plain")
    }
    let severities = Severity.allCases.reversed().compactMap { severity in
      listed.counts.bySeverity[severity].map { row(severity.word, $0, severity, []) }
    }
    let rules = rules.map { row($0.rule.rawValue, $0.count, $0.severity, [(.rule, $0.rule.rawValue)]) }
    let values = listed.commonestValues.prefix(50).map { value in
      let texts: [(Wanted.Fact, String)] = [(.rule, value.rule.rawValue), (.value, value.name)]
      var row = row("'\(value.name)'", value.count, value.severity, texts, by: "place")
      row.detail = " at \(value.pattern)"
      return row
    }
    let folder = folder(of: listed.byFile.keys)
    let files = listed.byFile.commonestFirst.prefix(10).map { file, count in
      let name = TerminalText.name(ofFile: file.string)
      return row(String(name.dropFirst(folder.count)), count, nil, [(.file, name)], by: "file")
    }
    let named = listed.hasSources ? listed.bySource.commonestFirst : []
    let sources = named.map { source, count in
      let name = source.string.isEmpty ? PersonReport.unknownSource : MaskedAddress.text(source.string)
      return row(name, count, nil, [(.source, name)], by: "source")
    }
    return charts(
      bars("Findings by severity", severities.filter { $0.count > 0 }), bars("Findings by rule", rules),
      bars("The files with most listed findings" + (folder.isEmpty ? "" : ", in \(folder)"), files),
      bars("Listed findings by source", sources),
      bars("The commonest codes and systems with findings, and where the first is", values))
  }

  /// The innermost folder with all files, with a slash at its end; empty if there is none, and for one file.
  private func folder(of files: some Collection<ByteText>) -> String {
    guard files.count > 1, let first = files.min(), let last = files.max() else { return "" }
    let common = zip(first.string, last.string).prefix { $0 == $1 }.map(\.0)
    return String(common[..<(common.lastIndex(of: "/").map { $0 + 1 } ?? 0)])
  }

  /// The records by type, release, clinical type, source and time.
  var records: Markup {
    if summary.subject != .records || summary.recordsFound == 0 { return "" }
    let releases = summary.releasesToldBy.flatMap { release, reasons in
      reasons.map { ("\(word(for: release)): \($0.key)".byBytes, $0.value) }
    }
    let others = summary.filesOfOtherUse
    let besides =
      others > 0 ? "; \(String(counting: others, "more file", "more files")), such as a list of records" : ""
    let charts = charts(
      bars("Records by resource type", rows(summary.resourceTypes)),
      bars("Records by clinical type", rows(summary.clinicalTypes)),
      bars("Records by release, and what told it", rows([ByteText: Int](uniqueKeysWithValues: releases))),
      bars("Records by source", rows(MaskedAddress.counts(contents.sources))))
    return """
      <p>\(String(counting: summary.recordsFound, "record", "records")) in \
      \(String(counting: summary.filesFound, "file", "files"))\(besides).</p>
      \(timeline)\(spansBySource)\(charts)
      """
  }

  var conformance: Markup {
    if summary.guideRows.isEmpty { return "" }
    let columns = ["Met", "Broken", "Undecided", "Claimed"]
    let lines = summary.guideRows.map { row -> Markup in
      self.row("\(row.name)", columns.map { cell(row.counts[$0.lowercased().byBytes, default: 0]) }.joined())
    }
    let profiles = listed.byProfile.commonestFirst.filter { !$0.key.string.isEmpty }.prefix(50).map { profile, count in
      BarRow(name: profile.string, count: count, wanted: Wanted(texts: [(.profile, profile.string)], group: "record"))
    }
    let undecided = "A record is undecided if a part of it could not be judged."
    return """
      \(table("numbers", "Records by guide and version", heads: ["Guide"] + columns, lines))\
      \(quiet("\(undecided) Claimed are those of all that name a profile of the guide themselves."))\
      \(bars("Listed findings by profile", profiles))
      """
  }

  var receipt: Markup { list(contents.receipt.map { "\($0)" }) }

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
    let notJudged = summary.notJudged.commonestFirst.map {
      BarRow(name: $0.key.string.replacing("-", with: " "), count: $0.value)
    }
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
    let charts = charts(
      bars("Checks that could not be made", notChecked, atOnce: 3),
      bars("Records that were not judged, and why", notJudged), bars("Files that were skipped", skipped))
    return "\(charts)\(list(sentences.map { "\($0)" }))"
  }
}
