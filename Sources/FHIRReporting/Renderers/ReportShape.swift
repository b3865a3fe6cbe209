package import FHIRFindings

/// The common members of both JSON formats; documented in the article `report-format`.
package enum ReportShape {
  /// Raised when a member is removed or changes its meaning, not when one is added.
  private static let formatVersion = 1

  package static func start(_ tool: ReportTool, _ writer: inout JSONWriter) {
    writer.member("formatVersion", formatVersion)
    writer.members(["tool": tool.name, "version": tool.version, "release": tool.release])
    writer.member("releases", tool.releases)
  }

  package static func issue(_ issue: LocatedFinding, _ writer: inout JSONWriter) {
    let finding = issue.finding
    writer.place(of: issue)
    writer.member("severity", finding.severity.description)
    writer.member("rule", finding.rule.rawValue)
    writer.member("path", finding.path)
    if let pointer = finding.pointer { writer.member("pointer", pointer) }
    writer.member("message", issue.shownMessage)
    writer.record(of: finding)
    writer.profile(of: finding)
    writer.origin(of: issue)
  }

  package static func summary(_ summary: ReportSummary, _ writer: inout JSONWriter) {
    writer.members(["files": summary.files, "records": summary.records])
    severities("issues", summary.bySeverity, &writer)
    writer.member("resourceTypes", summary.resourceTypes)
    writer.member("clinicalTypes", summary.clinicalTypes)
    writer.member("notChecked", MaskedAddress.counts(summary.notChecked))
    writer.member("issuesNotListed", summary.findingsNotListed)
    writer.member("filesSkipped", summary.filesSkipped)
    writer.unreadable(summary)
    if summary.subject == .records { judged(summary, &writer) }
    counts("rules", summary.rules.byRule, &writer)
    if !summary.terminology.isEmpty {
      writer.objects("terminology", summary.terminology) { writer, system in
        writer.members(["system": system.system, "version": system.version])
        writer.member("codes", system.codes)
        if system.isPart {
          writer.key("part")
          writer.raw("true")
        }
      }
    }
    if !summary.chosenProfiles.isEmpty { writer.member("chosenProfiles", summary.chosenProfiles) }
    if let path = summary.foundConfiguration { writer.member("foundConfiguration", path) }
    if let aside = summary.setAside {
      counts("ignored", aside.ignored.byRule, &writer)
      if let gone = aside.gone {
        counts("known", aside.known.byRule, &writer)
        counts("gone", gone, &writer)
        severities("knownBySeverity", aside.known.bySeverity, &writer)
      }
    }
    if let statistics = summary.statistics { writer.object("statistics") { write(statistics, to: &$0) } }
  }

  private static func severities(_ name: String, _ counts: [Severity: Int], _ writer: inout JSONWriter) {
    writer.object(name) { writer in
      for severity in Severity.allCases.reversed() { writer.member(severity.description, counts[severity] ?? 0) }
    }
  }

  private static func counts(_ name: String, _ counts: [RuleID: Int], _ writer: inout JSONWriter) {
    writer.member(name, [ByteText: Int](uniqueKeysWithValues: counts.map { ($0.key.rawValue.byBytes, $0.value) }))
  }

  private static func judged(_ summary: ReportSummary, _ writer: inout JSONWriter) {
    writer.member("verdict", summary.verdict.rawValue)
    writer.object("judged") { writer in
      writer.object("files") { share(summary.filesJudged, of: summary.filesFound, &$0) }
      writer.object("records") { share(summary.recordsJudged, of: summary.recordsFound, &$0) }
      if summary.unjudgedParts > 0 { writer.object("parts") { $0.member("notJudged", summary.unjudgedParts) } }
    }
    writer.member("releasesToldBy", summary.releasesToldBy)
    if !summary.guides.isEmpty {
      writer.object("guides", summary.guides) { $0.object($1, $2) { $0.counts(ofGuide: $2, $1) } }
    }
    writer.member("notJudged", summary.notJudged)
    writer.member("filesSkippedByKind", summary.filesSkippedByKind)
    writer.member("filesNotOpened", summary.filesNotOpened)
    if let identity = summary.identity { writer.member("identity", identity.name) }
  }

  private static func share(_ judged: Int, of found: Int, _ writer: inout JSONWriter) {
    writer.members(["found": found, "judged": judged, "notJudged": found - judged])
  }

  private static func write(_ statistics: FindingStatistics, to writer: inout JSONWriter) {
    rows("rules", statistics.rules, name: nil, &writer)
    rows("paths", statistics.paths, name: "path", &writer)
    writer.member("otherPaths", statistics.countOfOtherPaths)
    rows("values", statistics.values, name: "value", &writer)
    writer.member("otherValues", statistics.countOfOtherValues)
    writer.objects("sources", statistics.sources) { writer, source in
      writer.member("source", source.name)
      writer.member("count", source.count)
    }
  }

  private static func rows(_ key: String, _ rows: [FindingStatistics.Row], name: String?, _ writer: inout JSONWriter) {
    writer.objects(key, rows) { writer, row in
      writer.members(["rule": row.rule.rawValue, "severity": row.severity.description])
      if let name { writer.member(name, row.name) }
      writer.member("count", row.count)
      let example = row.example
      writer.object("example") { writer in
        writer.place(example.file, example.position)
        writer.members(["path": example.path, "message": example.message])
      }
    }
  }
}

/// The members that the formats of `fhircheck path` have, too.
extension JSONWriter {
  package mutating func place(of issue: LocatedFinding) {
    place(issue.file, issue.position)
    member("byteOffset", issue.finding.range.start)
  }

  fileprivate mutating func place(_ file: String, _ position: SourcePosition?) {
    member("file", file)
    guard let position else { return }
    member("line", position.line)
    member("column", position.column)
  }

  package mutating func record(of finding: Finding) {
    guard let record = finding.record else { return }
    member("resourceType", record.resourceType)
    if let id = record.id { member("id", id) }
  }

  fileprivate mutating func profile(of finding: Finding) {
    guard let profile = finding.profile else { return }
    member("profile", MaskedAddress.text(profile.profile))
    if let version = profile.version { member("profileVersion", version) }
    if let slice = profile.slice { member("slice", slice) }
  }

  /// Writes the release and the profile by which the record was judged.
  mutating func judge(of finding: Finding) {
    if let release = finding.release { member("release", release) }
    profile(of: finding)
  }

  /// Writes the source and the release of the record.
  package mutating func origin(of issue: LocatedFinding) {
    if let source = issue.source { member("source", MaskedAddress.text(source)) }
    if let release = issue.finding.release { member("release", release) }
  }

  /// Writes how many records meet or break a version of a guide.
  package mutating func counts(ofGuide counts: [ByteText: Int], _ version: String) {
    object(version) { writer in
      for name in ["claimed", "met", "broken", "undecided"] as [ByteText] {
        writer.member(name.string, counts[name, default: 0])
      }
    }
  }

  package mutating func unreadable(_ summary: ReportSummary) {
    objects("unreadable", summary.unreadable) { $0.members(["path": $1.path, "reason": $1.reason]) }
  }
}
