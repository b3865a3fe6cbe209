package import FHIRDiagnostics
import FHIRSupport

/// The common members of both JSON formats; documented in the article `report-format`.
enum ReportShape {
  /// Raised when a member is removed or changes its meaning, not when one is added.
  static let formatVersion = 1

  static func start(_ tool: ReportTool, _ writer: inout JSONWriter) {
    writer.member("formatVersion", formatVersion)
    writer.member("tool", tool.name)
    writer.member("version", tool.version)
    writer.member("release", tool.release)
    writer.key("releases")
    writer.array { writer in
      for release in tool.releases { writer.string(release) }
    }
  }

  static func issue(_ issue: LocatedDiagnostic, _ writer: inout JSONWriter) {
    let diagnostic = issue.diagnostic
    writer.place(of: issue)
    writer.member("severity", diagnostic.severity.description)
    writer.member("rule", diagnostic.rule.rawValue)
    writer.member("path", diagnostic.path)
    if let pointer = diagnostic.pointer { writer.member("pointer", pointer) }
    writer.member("message", issue.shownMessage)
    writer.record(of: diagnostic)
    if let profile = diagnostic.profile {
      writer.member("profile", MaskedAddress.text(profile.profile))
      if let slice = profile.slice { writer.member("slice", slice) }
    }
    writer.origin(of: issue)
  }

  static func summary(_ summary: ReportSummary, _ writer: inout JSONWriter) {
    writer.member("files", summary.files)
    writer.member("records", summary.records)
    severities("issues", summary.issues, &writer)
    writer.member("resourceTypes", summary.resourceTypes)
    writer.member("clinicalTypes", summary.clinicalTypes)
    writer.member("notChecked", MaskedAddress.counts(summary.notChecked))
    writer.member("issuesNotListed", summary.issuesNotListed)
    writer.member("filesSkipped", summary.filesSkipped)
    writer.unreadable(summary)
    if summary.subject == .records { judged(summary, &writer) }
    counts("rules", summary.rules.byRule, &writer)
    if let path = summary.foundConfiguration { writer.member("foundConfiguration", path) }
    if let aside = summary.setAside {
      counts("ignored", aside.ignored.byRule, &writer)
      if let gone = aside.gone {
        counts("known", aside.known.byRule, &writer)
        counts("gone", gone, &writer)
        severities("knownBySeverity", aside.known.bySeverity, &writer)
      }
    }
    if let statistics = summary.statistics {
      writer.key("statistics")
      writer.object { StatisticsShape.write(statistics, to: &$0) }
    }
  }

  private static func severities(_ name: StaticString, _ counts: [Severity: Int], _ writer: inout JSONWriter) {
    writer.key(name)
    writer.object { writer in
      for severity in Severity.allCases.reversed() {
        writer.key(text: severity.description)
        writer.integer(counts[severity] ?? 0)
      }
    }
  }

  private static func counts(_ name: StaticString, _ counts: [RuleID: Int], _ writer: inout JSONWriter) {
    writer.member(name, [ByteText: Int](uniqueKeysWithValues: counts.map { ($0.key.rawValue.byBytes, $0.value) }))
  }

  /// The share that was judged, and the reasons for the rest.
  private static func judged(_ summary: ReportSummary, _ writer: inout JSONWriter) {
    writer.member("verdict", summary.verdict.rawValue)
    writer.key("judged")
    writer.object { writer in
      writer.key("files")
      share(summary.filesJudged, of: summary.filesFound, &writer)
      writer.key("records")
      share(summary.recordsJudged, of: summary.recordsFound, &writer)
      if summary.unjudgedParts > 0 {
        writer.key("parts")
        writer.object { $0.member("notJudged", summary.unjudgedParts) }
      }
    }
    writer.member("releasesToldBy", summary.releasesToldBy)
    writer.member("notJudged", summary.notJudged)
    writer.member("filesSkippedByKind", summary.filesSkippedByKind)
    writer.member("filesNotOpened", summary.filesNotOpened)
    if let identity = summary.identity { writer.member("identity", identity.name) }
  }

  private static func share(_ judged: Int, of found: Int, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("found", found)
      writer.member("judged", judged)
      writer.member("notJudged", found - judged)
    }
  }
}

/// The members that the formats of `fhircheck path` have, too.
extension JSONWriter {
  /// Writes where an issue is.
  package mutating func place(of issue: LocatedDiagnostic) {
    member("file", issue.file)
    if let position = issue.position {
      member("line", position.line)
      member("column", position.column)
    }
    member("byteOffset", issue.diagnostic.range.start)
  }

  /// Writes the type and the id of the record.
  package mutating func record(of diagnostic: Diagnostic) {
    guard let record = diagnostic.record else { return }
    member("resourceType", record.resourceType)
    if let id = record.id { member("id", id) }
  }

  /// Writes the source and the release of the record.
  package mutating func origin(of issue: LocatedDiagnostic) {
    if let source = issue.source { member("source", MaskedAddress.text(source)) }
    if let release = issue.diagnostic.release { member("release", release) }
  }

  /// Writes the paths that could not be read.
  package mutating func unreadable(_ summary: ReportSummary) {
    key("unreadable")
    array { writer in
      for entry in summary.unreadable {
        writer.object { writer in
          writer.member("path", entry.path)
          writer.member("reason", entry.reason)
        }
      }
    }
  }
}

extension JSONWriter {
  /// Appends a line with one object, whose first member is its type.
  package static func appendLine(_ type: String, to output: inout [UInt8], _ members: (inout JSONWriter) -> Void) {
    appendObject(to: &output) { writer in
      writer.member("type", type)
      members(&writer)
    }
    output.append(0x0A)
  }

  /// Appends one object to `output`, without copying it.
  package static func appendObject(to output: inout [UInt8], _ members: (inout JSONWriter) -> Void) {
    append(to: &output) { $0.object(members) }
  }

  /// Appends to `output`, without copying it.
  static func append(to output: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
    var taken: [UInt8] = []
    swap(&taken, &output)
    var writer = JSONWriter(after: taken)
    taken = []
    body(&writer)
    output = writer.bytes
  }
}
