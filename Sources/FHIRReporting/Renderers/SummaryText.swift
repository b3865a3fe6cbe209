import FHIRFindings

/// The end of the text report: the verdict and the share that was judged, the counts, and what was not checked.
struct SummaryText {
  var summary = ReportSummary()
  var style = TextStyle(isColored: false)
  var width: Int?
  var showsStatistics = false
  /// Whether each kind of what was not checked has its own line, regardless of their number.
  var listsEachKind = true
  /// Whether commands follow that help with the issues.
  var saysWhatNext = false

  static func firstLine(of summary: ReportSummary) -> String {
    String(SummaryText(summary: summary).text.prefix { $0 != "\n" })
  }

  /// The largest number of releases and guides that the verdict names.
  private static let mostJudges = 7
  /// The largest number of rows of a table, or of reasons; the others share one.
  private static let manyKinds = 12
  /// How many rows of a table of rules are of warnings, if errors would fill it.
  private static let manyWarnings = 2

  var text: String {
    let wrapped = WrappedText(width: width)
    var lines: [String] = []
    for list in [verdict] + setAside.map({ "  " + $0 }) + [resourceTypes].compactMap(\.self) {
      lines += wrapped.lines(of: list, indent: lines.isEmpty ? 2 : 4)
    }
    // A single reason is that of the findings.
    let reasons = summary.notJudged.count > 1 ? MaskedAddress.counts(summary.notJudged).commonestFirst : []
    lines += table("not judged", reasons.map { ($0.value, $0.key.string.replacing("-", with: " ")) }) {
      "for \($0) other reasons"
    }
    lines += assumed
    for sentence in summary.chosenProfiles {
      lines += wrapped.lines(of: TerminalText.visible("  " + sentence), indent: 4)
    }
    for system in summary.terminology.prefix(SummaryText.manyKinds) {
      let version = system.version.isEmpty ? "" : " in version \(system.version)"
      let name = (system.isPart ? "a part of " : "") + system.system + version
      lines += wrapped.lines(of: TerminalText.visible("  codes judged by \(name)"), indent: 4)
    }
    if let counts = summary.notListed {
      lines += notListed(counts)
    } else if summary.findingsNotListed > 0, !showsStatistics {
      lines.append("  \(String(counting: summary.findingsNotListed, "issue", "issues")) counted but not listed")
    }
    if summary.filesSkipped > 0 {
      let kinds = summary.filesSkippedByKind.commonestFirst.map { "\(String(grouped: $0.value)) \($0.key)" }
      let skipped = "  \(String(counting: summary.filesSkipped, "file", "files")) skipped: "
      lines += wrapped.lines(of: skipped + TerminalText.visible(kinds.joined(separator: ", ")), indent: 4)
    }
    for entry in summary.unreadable {
      let path = TerminalText.visible(entry.path)
      lines += wrapped.lines(of: "  not read: \(path) (\(TerminalText.visible(entry.reason)))", indent: 4)
    }
    if case .failed(let reason) = summary.identity {
      lines += wrapped.lines(
        of: "  not compared: whether a record is there twice (\(TerminalText.visible(reason)))", indent: 4)
    }
    let notChecked = MaskedAddress.counts(summary.notChecked).commonestFirst
    lines += table("not checked", notChecked.map { ($0.value, $0.key.string) }) { "of \($0) other kinds" }
    if let statistics = summary.statistics, showsStatistics { lines += self.lines(of: statistics) }
    if saysWhatNext { lines += next }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The issues that are only counted, by rule, the gravest first; some rows are of the commonest warnings.
  private func notListed(_ counts: FindingCounts) -> [String] {
    var ranked = Self.ranked(counts)
    let warnings = ranked.filter { $0.severity == .warning }.prefix(SummaryText.manyWarnings)
    let end = SummaryText.manyKinds - 1 - warnings.count
    if ranked.count > end, ranked[end].severity > .warning {
      ranked.removeAll { row in warnings.contains { $0.rule == row.rule && $0.severity == row.severity } }
      ranked.insert(contentsOf: warnings, at: end)
    }
    let rows = ranked.map { row in
      let all = summary.rules[row.rule, row.severity]
      let total = all > row.count ? ", of \(String(grouped: all))" : ""
      return (number: row.count, what: "\(row.severity.word) \(row.rule)\(total)")
    }
    return table("counted but not listed", rows) { "of \($0) other rules" }
  }

  /// Rules, the gravest first, and of these the most frequent.
  private static func ranked(_ counts: FindingCounts) -> [(rule: RuleID, severity: Severity, count: Int)] {
    counts.entries.sorted { ($1.severity, $1.count, $0.rule) < ($0.severity, $0.count, $1.rule) }
  }

  /// Numbers with their meanings. If there are too many, the last row is the sum of the rest.
  private func table(_ title: String, _ rows: [(number: Int, what: String)], others: (Int) -> String) -> [String] {
    var rows = rows
    if rows.isEmpty { return [] }
    if !listsEachKind, rows.count > SummaryText.manyKinds {
      let rest = rows[(SummaryText.manyKinds - 1)...]
      rows.replaceSubrange(rest.indices, with: [(rest.reduce(0) { $0 + $1.number }, others(rest.count))])
    }
    return ["  \(title):"]
      + WrappedText(width: width).lines(of: rows.map { ($0.number, TerminalText.visible($0.what)) }, after: "    ")
  }

  /// What helps with the issues: the page of the gravest rule that is listed, all issues, and how to ignore them.
  private var next: [String] {
    var listed = summary.rules
    if let counts = summary.notListed { listed.subtract(counts) }
    guard let (rule, severity, _) = (Self.ranked(listed) + Self.ranked(summary.rules)).first else { return [] }
    // A command is not broken.
    let page = "fhircheck explain \(rule)".replacing(" ", with: WrappedText.joint)
    let ignoring = "--ignore \(rule)".replacing(" ", with: WrappedText.joint)
    var parts = ["Next: '\(page)' says what the rule checks"]
    if summary.notListed != nil { parts.append("'--all' lists every finding") }
    // What cannot be read is to be mended.
    if severity < .fatal { parts.append("'\(ignoring)' leaves its findings out") }
    return WrappedText(width: width).lines(of: parts.joined(separator: "; ") + ".", indent: 2)
  }

  /// The findings that do not count because the caller ignored them or a baseline has them, and the reasons for that.
  var setAside: [String] {
    guard let aside = summary.setAside else { return [] }
    func rules(_ counts: [RuleID: Int]) -> String {
      let rows = counts.commonestFirst
      let shown = rows.prefix(3).map { "\($0.key) \(String(grouped: $0.value))" }
      return " (" + shown.joined(separator: ", ") + (rows.count > 3 ? ", and \(rows.count - 3) more rules)" : ")")
    }
    var lines: [String] = []
    for (counts, what) in [(aside.ignored, "ignored"), (aside.known, "known from the baseline")] where !counts.isEmpty {
      lines.append("\(String(counting: counts.total, "issue", "issues")) \(what)" + rules(counts.byRule))
    }
    if let gone = aside.gone, case let total = gone.values.reduce(0, +), total > 0 {
      lines.append(
        "\(String(counting: total, "issue", "issues")) of the baseline \(total == 1 ? "is" : "are") gone" + rules(gone))
    }
    lines += aside.reasons.prefix(Self.manyKinds).map { TerminalText.visible($0) }
    if aside.reasons.count > Self.manyKinds { lines.append("\(aside.reasons.count - Self.manyKinds) more reasons") }
    return lines
  }

  private var verdict: String {
    var ending = summary.unreadable.isEmpty ? "." : "; not every path could be read."
    if summary.unjudgedParts > 0 {
      ending = ", except for \(String(counting: summary.unjudgedParts, "part", "parts")) of records" + ending
    }
    if case .failed = summary.identity { ending = "; records could not be compared" + ending }
    if let path = summary.foundConfiguration {
      ending = "; what counts is set in \(TerminalText.visible(path)), which was found" + ending
    }
    if summary.verdict == .nothingJudged, summary.findingCount == 0 { return "\(word): \(share)" + ending }
    let files = summary.findingCount > 0 ? " in \(String(counting: summary.filesWithFindings, "file", "files"))" : ""
    // A verdict about known errors may say itself that there are no new findings.
    let isSaid = summary.verdictInWords.hasPrefix("No new findings")
    let amount = isSaid ? nil : issues(summary.bySeverity, isNew: known != nil) + files
    let parts = [amount, known, "\(share) judged\(judges)"].compactMap(\.self)
    return "\(word): \(parts.joined(separator: "; "))" + ending
  }

  /// `27,076 known (20,114 errors), 3 gone`: the findings that the baseline has; `nil` if nothing was compared.
  private var known: String? {
    guard let aside = summary.setAside, let gone = aside.gone else { return nil }
    let errors = aside.known.bySeverity.filter { $0.key >= .error }
    let known = errors.values.reduce(0, +) > 0 ? "known (\(issues(errors)))" : "known"
    return "\(String(grouped: aside.known.total)) \(known), \(String(grouped: gone.values.reduce(0, +))) gone"
  }

  /// ` by R4 (120), DSTU2 (4) and us-core 6.1.0 (12)`: the releases and the guides by which records were judged, the most
  /// frequent first; numbers only if there are several.
  private var judges: String {
    let releases = summary.judgedBy.commonestFirst.map { (name: $0.key.string.uppercased(), count: $0.value) }
    let counts = [ByteText: Int](summary.guideRows.map { ($0.name.byBytes, $0.records) }, uniquingKeysWith: { $1 })
    var judges = releases + counts.commonestFirst.map { (name: TerminalText.visible($0.key.string), count: $0.value) }
    let others = judges.count - Self.mostJudges
    if others > 0 { judges.replaceSubrange(Self.mostJudges..., with: [("\(others) more", 0)]) }
    let texts = judges.map { name, count in
      let number = judges.count > 1 && count > 0 ? " (\(String(grouped: count)))" : ""
      return (name + number).replacing(" ", with: WrappedText.joint)
    }
    if texts.isEmpty { return "" }
    return " by "
      + (texts.count == 1 ? texts[0] : texts.dropLast().joined(separator: ", ") + " and " + texts[texts.count - 1])
  }

  private var word: String {
    let isGood = summary.verdict == .valid && !summary.hidesErrors
    return style(isGood ? .green : summary.verdict == .notValid ? .red : .yellow, summary.verdictInWords)
  }

  /// `9 of 10 records in 1 of 3 files`, or `2 of 2 property lists`.
  private var share: String {
    func share(_ judged: Int, _ found: Int, _ one: String) -> String {
      String(grouped: judged) + " of " + String(counting: found, one, one + "s")
    }
    if summary.subject == .propertyLists { return share(summary.filesJudged, summary.filesFound, "property list") }
    return share(summary.recordsJudged, summary.recordsFound, "record") + " in "
      + share(summary.filesJudged, summary.filesFound, "file")
  }

  /// `3 errors, 1 warning`, or `3 new errors`: the most severe first, nothing that is zero; `no issues` if all are.
  private func issues(_ counts: [Severity: Int], isNew: Bool = false) -> String {
    let new = isNew ? "new " : ""
    let found = Severity.allCases.reversed().compactMap { severity in
      let one = new + (severity == .fatal ? "fatal error" : severity.word)
      return counts[severity].flatMap { $0 > 0 ? String(counting: $0, one, one + "s") : nil }
    }
    return found.isEmpty ? isNew ? "no new findings" : "no issues" : found.joined(separator: ", ")
  }

  /// A line for each release by which records were judged that show none, or fit several.
  private var assumed: [String] {
    let reasons = [("assumed", "since nothing tells the release"), ("errors", "whose rules they break least")]
    return reasons.flatMap { reason, why in
      summary.releasesToldBy.mapValues { $0[ByteText(reason), default: 0] }.commonestFirst.filter { $0.value > 0 }.map {
        "  judged as \($0.key.string.uppercased()), \(why): " + String(counting: $0.value, "record", "records")
      }
    }
  }

  /// `Observation 100, Patient 20`: the most frequent first.
  private var resourceTypes: String? {
    guard !summary.resourceTypes.isEmpty else { return nil }
    let shown = 12
    let types = summary.resourceTypes.commonestFirst
    // No line break between a type and its number.
    var parts = types.prefix(shown).map {
      "\(TerminalText.visible($0.key.string))\(WrappedText.joint)\(String(grouped: $0.value))"
    }
    if types.count > shown { parts.append("\(types.count - shown) more types") }
    return "  " + parts.joined(separator: ", ")
  }
}

extension SummaryText {
  /// Statistics for people: the most frequent of each kind, with an example.
  func lines(of statistics: FindingStatistics) -> [String] {
    table("By rule", statistics.rules, most: 8, \.count) { row in
      let severity = style(TextStyle.Look(row.severity), row.severity.word)
      return "\(severity) \(row.rule)  \(place(of: row)): \(TerminalText.visible(row.example.message))"
    }
      + table("By place", statistics.paths, most: 8, others: statistics.countOfOtherPaths, \.count) { row in
        (row.name.isEmpty ? "the whole input" : TerminalText.visible(row.name)) + "  \(row.rule)  \(place(of: row))"
      }
      + table("By value", statistics.values, most: 5, others: statistics.countOfOtherValues, \.count) { row in
        TerminalText.visible("\"\(row.name)\"") + "  \(row.rule)  \(place(of: row))"
      }
      + table("By source", statistics.sources, most: 4, \.count) { TerminalText.visible($0.name) }
  }

  private func table<Entry>(
    _ title: String, _ rows: [Entry], most: Int, others: Int = 0, _ count: (Entry) -> Int, _ what: (Entry) -> String
  ) -> [String] {
    if rows.isEmpty { return [] }
    let rest = rows.dropFirst(most).reduce(others) { $0 + count($1) }
    let shown = rows.prefix(most).map { (number: count($0), what: what($0)) }
    return ["", style(.strong, title)] + WrappedText(width: width).lines(of: shown, after: "  ")
      + (rest > 0 ? ["  and \(String(grouped: rest)) more"] : [])
  }

  private func place(of row: FindingStatistics.Row) -> String {
    let position = row.example.position.map { ":\($0.line):\($0.column)" } ?? ""
    return style(.quiet, TerminalText.name(ofFile: row.example.file) + position)
  }
}
