public import FHIRDiagnostics

/// SARIF 2.1.0, which code scanning services and editors read.
///
/// Specification: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/>
public struct SARIFRenderer: ReportRenderer {
  private let catalog: RuleCatalog
  /// The beginnings of results, by rule.
  private let openings: [RuleID: [UInt8]]

  private let files: RelativeFiles

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - catalog: the rules of the findings; the report begins with their pages.
  ///   - folder: the absolute path of the folder below which files have relative URIs; `nil` for none.
  public init(rules catalog: RuleCatalog, relativeTo folder: String? = nil) {
    self.catalog = catalog
    files = RelativeFiles(folder)
    openings = [RuleID: [UInt8]](
      catalog.rules.enumerated().map { ($0.element.id, Self.opening($0.element.id, number: $0.offset)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Results are elements of an array.
  public var separator: String { "," }
  /// Viewers show the line themselves.
  public var showsExcerpts: Bool { false }

  /// Writes the tool and its rules, and opens the array of results.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    output.append(
      contentsOf: """
        {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":
        """.utf8)
    JSONWriter.appendObject(to: &output) { writer in
      writer.member("name", tool.name)
      writer.member("version", tool.version)
      if isSemanticVersion(tool.version) { writer.member("semanticVersion", tool.version) }
      writer.key("rules")
      writer.array { writer in
        for rule in catalog.rules { self.rule(rule, &writer) }
      }
    }
    output.append(contentsOf: "},\"columnKind\":\"unicodeCodePoints\",\"results\":[".utf8)
  }

  /// Writes a result.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    let diagnostic = issue.diagnostic
    let path = diagnostic.path
    JSONWriter.append(to: &output) { writer in
      writer.part(openings[diagnostic.rule] ?? Self.opening(diagnostic.rule, number: nil))
      writer.part(level(diagnostic.severity))
      writer.part("\",\"message\":{\"text\":\"")
      writer.escaped(issue.shownMessage)
      writer.part("\"},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"")
      URIReference.append(file: files.name(of: issue.file), to: &writer.bytes)
      writer.part("\"},\"region\":{")
      if let position = issue.position {
        writer.part("\"startLine\":")
        writer.part(position.line)
        writer.part(",\"startColumn\":")
        writer.part(position.column)
        writer.part(",")
      }
      writer.part("\"byteOffset\":")
      writer.part(diagnostic.range.start)
      writer.part(",\"byteLength\":")
      writer.part(diagnostic.range.end - diagnostic.range.start)
      writer.part("}}")
      if !path.isEmpty {
        writer.part(",\"logicalLocations\":[{\"fullyQualifiedName\":\"")
        writer.escaped(path)
        writer.part("\",\"kind\":\"member\"}]")
      }
      writer.part("}],\"partialFingerprints\":{\"finding/v1\":\"")
      FindingFingerprint(issue, path: path, record: diagnostic.record).append(to: &writer.bytes)
      writer.part("\"}")
      if let release = diagnostic.release {
        writer.part(",\"properties\":{\"release\":\"")
        writer.escaped(release)
        writer.part("\"}")
      }
      writer.part("}")
    }
  }

  /// The beginning of a result, up to its level.
  private static func opening(_ rule: RuleID, number: Int?) -> [UInt8] {
    var writer = JSONWriter()
    writer.part("\n{\"ruleId\":")
    writer.string(rule.rawValue)
    if let number { writer.member("ruleIndex", number) }
    writer.key("level")
    writer.part("\"")
    return writer.bytes
  }

  /// Closes the array, writes how the run ended, and closes the document.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    output.append(contentsOf: "\n],\"invocations\":[".utf8)
    JSONWriter.appendObject(to: &output) { writer in
      writer.key("executionSuccessful")
      writer.raw(summary.unreadable.isEmpty ? "true" : "false")
      writer.key("toolExecutionNotifications")
      writer.array { writer in
        for entry in summary.unreadable {
          writer.object { writer in
            writer.member("level", "error")
            writer.key("message")
            writer.object { $0.member("text", entry.path + ": " + entry.reason) }
          }
        }
      }
    }
    output.append(contentsOf: "],\"properties\":{\"summary\":".utf8)
    JSONWriter.appendObject(to: &output) { ReportShape.summary(summary, &$0) }
    output.append(contentsOf: "}}]}\n".utf8)
  }

  private func rule(_ rule: Rule, _ writer: inout JSONWriter) {
    let page = rule.explanation
    writer.object { writer in
      writer.member("id", rule.id.rawValue)
      writer.key("shortDescription")
      writer.object { $0.member("text", rule.summary) }
      writer.key("fullDescription")
      writer.object { $0.member("text", page.checks) }
      writer.key("help")
      writer.object { writer in
        writer.member(
          "text",
          """
          \(page.checks)

          Why it matters
          \(page.matters)

          Bad
          \(page.bad)

          Good
          \(page.good)
          """)
      }
      if page.specification.hasPrefix("https://") { writer.member("helpUri", page.specification) }
      writer.key("defaultConfiguration")
      writer.object { $0.member("level", level(rule.severity).description) }
    }
  }

  private func level(_ severity: Severity) -> StaticString {
    switch severity {
    case .fatal, .error: "error"
    case .warning: "warning"
    case .information: "note"
    }
  }

  /// Whether a version is three numbers.
  private func isSemanticVersion(_ version: String) -> Bool {
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.allSatisfy { UInt32($0) != nil }
  }
}
