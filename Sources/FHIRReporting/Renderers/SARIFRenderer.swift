public import FHIRFindings

/// SARIF 2.1.0, which code scanning services and editors read.
///
/// Specification: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/>
public struct SARIFRenderer: ReportRenderer {
  private let catalog: RuleCatalog
  private let numbers: [RuleID: Int]
  private let files: RelativeFiles
  private let criteria: FailureCriteria

  /// Makes a renderer of a report that begins with the pages of the rules. Files below a folder, an absolute path, have
  /// relative URIs. A result that fails the run has the level `error`, and any other `warning` at most.
  public init(
    rules catalog: RuleCatalog, relativeTo folder: String? = nil, _ criteria: FailureCriteria = FailureCriteria()
  ) {
    (self.catalog, self.criteria, files) = (catalog, criteria, RelativeFiles(folder))
    numbers = [RuleID: Int](
      catalog.rules.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Results are elements of an array.
  public var separator: String { "," }

  /// Writes the tool and its rules, an array of results, and how the run ended.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start(let tool): start(tool, &output)
    case .issue(let issue, _): result(issue, &output)
    case .end(let summary): end(summary, &output)
    default: break
    }
  }

  private func start(_ tool: ReportTool, _ output: inout [UInt8]) {
    output += """
      {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":
      """
    JSONWriter.appendObject(to: &output) { writer in
      writer.members(["name": tool.name, "version": tool.version])
      let parts = tool.version.split(separator: ".", omittingEmptySubsequences: false).map { UInt32($0) }
      if parts.count == 3, !parts.contains(nil) { writer.member("semanticVersion", tool.version) }
      writer.objects("rules", catalog.rules) { self.rule($1, &$0) }
    }
    output += "},\"columnKind\":\"unicodeCodePoints\",\"results\":["
  }

  private func result(_ issue: LocatedFinding, _ output: inout [UInt8]) {
    let (finding, path) = (issue.finding, issue.finding.path)
    output += "\n"
    JSONWriter.appendObject(to: &output) { writer in
      writer.member("ruleId", finding.rule.rawValue)
      if let number = numbers[finding.rule] { writer.member("ruleIndex", number) }
      writer.member("level", level(finding.severity))
      writer.object("message") { $0.member("text", issue.shownMessage) }
      writer.objects("locations", [issue]) { writer, _ in
        writer.object("physicalLocation") { writer in
          writer.object("artifactLocation") { $0.member("uri", uri(of: files.name(of: issue.file))) }
          writer.object("region") { writer in
            if let place = issue.position { writer.members(["startLine": place.line, "startColumn": place.column]) }
            writer.members(["byteOffset": finding.range.start, "byteLength": finding.range.end - finding.range.start])
          }
        }
        if path.isEmpty { return }
        writer.objects("logicalLocations", [path]) { $0.members(["fullyQualifiedName": $1, "kind": "member"]) }
      }
      writer.object("partialFingerprints") { $0.member("finding/v1", String(hexadecimal: issue.fingerprint)) }
      writer.object("properties") { writer in
        writer.member("severity", finding.severity.description)
        writer.judge(of: finding)
      }
    }
  }

  private func end(_ summary: ReportSummary, _ output: inout [UInt8]) {
    output += "\n],\"invocations\":["
    JSONWriter.appendObject(to: &output) { writer in
      writer.key("executionSuccessful")
      writer.raw(summary.unreadable.isEmpty ? "true" : "false")
      writer.objects("toolExecutionNotifications", summary.unreadable) { writer, entry in
        writer.member("level", "error")
        writer.object("message") { $0.member("text", entry.path + ": " + entry.reason) }
      }
    }
    output += "],\"properties\":{\"summary\":"
    JSONWriter.appendObject(to: &output) { ReportShape.summary(summary, &$0) }
    output += "}}]}\n"
  }

  private func rule(_ rule: Rule, _ writer: inout JSONWriter) {
    let page = rule.explanation
    writer.member("id", rule.id.rawValue)
    writer.object("shortDescription") { $0.member("text", rule.summary) }
    writer.object("fullDescription") { $0.member("text", page.checks) }
    let help = [page.checks, "Why it matters\n" + page.matters, "Bad\n" + page.bad, "Good\n" + page.good]
    writer.object("help") { $0.member("text", help.joined(separator: "\n\n")) }
    if page.specification.hasPrefix("https://") { writer.member("helpUri", page.specification) }
    writer.object("defaultConfiguration") { $0.member("level", level(rule.severity)) }
  }

  private func level(_ severity: Severity) -> String {
    criteria.fails(severity) ? "error" : severity == .information ? "note" : "warning"
  }

  /// A relative reference of RFC 3986, or the `file` URI of an absolute path. An unencoded colon would end a scheme.
  private func uri(of file: String) -> String {
    (file.utf8.first == UInt8(ascii: "/") ? "file://" : "")
      + file.percentEncoded { !(($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || "-._~/".utf8.contains($0)) }
  }
}
