public import FHIRDiagnostics

/// A Bundle of OperationOutcomes, one for each record that has issues: what a FHIR server answers with.
///
/// An outcome has the form of the release that its record was judged by. It says which file and record it is about in
/// `diagnostics` of each issue. The last outcome is the run's own: the verdict, and whatever could not be read. What is
/// found by comparing records comes after the issues of all files, in outcomes of its own.
public struct OperationOutcomeRenderer: ReportRenderer {
  private let issueTypes: [RuleID: Rule.IssueType]
  private let releasesWithExpression: Set<String>

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - catalog: the rules that findings may be of, which give issues their codes.
  ///   - releasesWithExpression: the names of the releases whose issues have a place in FHIRPath; those of the others
  ///     have XPath only.
  public init(rules catalog: RuleCatalog, releasesWithExpression: Set<String>) {
    issueTypes = [RuleID: Rule.IssueType](
      catalog.rules.map { ($0.id, $0.issueType) }, uniquingKeysWith: { first, _ in first })
    self.releasesWithExpression = releasesWithExpression
  }

  /// Nothing: an outcome ends with its comma, since the run's own always follows.
  public var separator: String { "" }
  /// Texts are about the place, and do not show it.
  public var showsExcerpts: Bool { false }

  /// Opens the Bundle.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    output.append(contentsOf: "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[".utf8)
  }

  /// Writes an outcome with one issue, which ``renderBlockEnd(into:)`` closes.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    render(issue, after: nil, into: &output)
  }

  /// Writes an issue, into the outcome of the one before where that is of the same record.
  public func render(_ issue: LocatedDiagnostic, after previous: LocatedDiagnostic?, into output: inout [UInt8]) {
    if let previous, previous.isOfRecord(of: issue) {
      output.append(UInt8(ascii: ","))
    } else {
      if previous != nil { renderBlockEnd(into: &output) }
      openOutcome("Issues of " + subject(of: issue) + ".", FindingFingerprint(placeOf: issue).uuid, to: &output)
    }
    output.append(0x0A)
    JSONWriter.appendObject(to: &output) { self.issue(issue, &$0) }
  }

  /// Closes an outcome.
  public func renderBlockEnd(into output: inout [UInt8]) {
    output.append(contentsOf: "]}},".utf8)
  }

  /// Writes the run's own outcome, and closes the Bundle.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    openOutcome("The run as a whole.", "00000000-0000-4000-8000-000000000000", to: &output)
    let verdict = SummaryText(summary, style: TextStyle(isColored: false)).firstLine
    var issues = [(Severity.information, Rule.IssueType.informational, String(verdict))]
    for entry in summary.unreadable {
      issues.append((.error, .notFound, "not read: " + entry.path + " (" + entry.reason + ")"))
    }
    for (number, (severity, code, text)) in issues.enumerated() {
      output.append(contentsOf: number == 0 ? "\n".utf8 : ",\n".utf8)
      JSONWriter.appendObject(to: &output) { writer in
        writer.member("severity", severity.description)
        writer.member("code", code.rawValue)
        writer.key("details")
        writer.object { $0.member("text", TerminalText.visible(text)) }
      }
    }
    output.append(contentsOf: "]}}\n]}\n".utf8)
  }

  private func issue(_ issue: LocatedDiagnostic, _ writer: inout JSONWriter) {
    let diagnostic = issue.diagnostic
    writer.member("severity", diagnostic.severity.description)
    writer.member("code", (issueTypes[diagnostic.rule] ?? .invariant).rawValue)
    writer.key("details")
    writer.object { $0.member("text", TerminalText.visible(issue.shownMessage)) }
    let place =
      issue.position.map { "\($0.line):\($0.column)" } ?? "byte \(diagnostic.range.start)"
    writer.member(
      "diagnostics", TerminalText.visible("\(issue.file):\(place), rule \(diagnostic.rule.rawValue)"))
    let path = TerminalText.visible(diagnostic.path)
    if path.isEmpty { return }
    writer.key("location")
    writer.array { $0.string(XPath.text(ofPath: path)) }
    if let release = diagnostic.release, releasesWithExpression.contains(release) {
      writer.key("expression")
      writer.array { $0.string(path) }
    }
  }

  /// Opens an outcome with a narrative of one sentence, in an entry with a name of its own.
  private func openOutcome(_ sentence: String, _ uuid: String, to output: inout [UInt8]) {
    output.append(
      contentsOf: "\n{\"fullUrl\":\"urn:uuid:\(uuid)\",\"resource\":{\"resourceType\":\"OperationOutcome\",\"text\":"
        .utf8)
    JSONWriter.appendObject(to: &output) { writer in
      writer.member("status", "generated")
      writer.member("div", "<div xmlns=\"http://www.w3.org/1999/xhtml\">\(XMLText.escaped(sentence))</div>")
    }
    output.append(contentsOf: ",\"issue\":[".utf8)
  }

  private func subject(of issue: LocatedDiagnostic) -> String {
    guard let record = issue.diagnostic.record else { return issue.file }
    return record.resourceType + (record.id.map { "/" + $0 } ?? "") + " in " + issue.file
  }
}

/// The XPath of an element, as older releases name places.
enum XPath {
  /// `/f:Bundle/f:entry[4]/f:resource/f:valueQuantity` for `Bundle.entry[3].resource.value.ofType(Quantity)`.
  static func text(ofPath path: String) -> String {
    var text = ""
    for part in path.utf8.split(separator: UInt8(ascii: ".")) {
      let name = part.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "(") }
      let rest = String(decoding: part[name.endIndex...].dropFirst().dropLast(), as: UTF8.self)
      if part.last == UInt8(ascii: ")") {
        text += rest.prefix(1).uppercased() + rest.dropFirst()
      } else {
        text += "/f:" + String(decoding: name, as: UTF8.self)
        if part.last == UInt8(ascii: "]"), let index = Int(rest), index < .max { text += "[\(index + 1)]" }
      }
    }
    return text
  }
}
