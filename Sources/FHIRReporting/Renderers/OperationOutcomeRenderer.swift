public import FHIRFindings

/// A Bundle of OperationOutcomes, one for each record with issues, in the form of a FHIR server's response.
///
/// An outcome has the form of the release by which its record was judged. The `findings` of each issue name the file
/// and the record. The last outcome is for the run: the verdict, and the paths that could not be read. Findings from
/// the comparison of records follow the issues of all files, in separate outcomes.
public struct OperationOutcomeRenderer: ReportRenderer {
  private let catalog: RuleCatalog
  private let releasesWithExpression: Set<String>
  private let criteria: FailureCriteria

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - catalog: the rules of the findings, which give issues their codes.
  ///   - releasesWithExpression: the names of the releases whose issues give a place in FHIRPath; issues of other
  ///     releases have only XPath.
  ///   - criteria: what fails the run, and so makes the issue about the run an error. All others have the severity that
  ///     the specification gives them.
  public init(
    rules catalog: RuleCatalog, releasesWithExpression: Set<String>, _ criteria: FailureCriteria = FailureCriteria()
  ) {
    (self.catalog, self.criteria, self.releasesWithExpression) = (catalog, criteria, releasesWithExpression)
  }

  /// Writes an outcome for each record with issues, and one for the run, in a Bundle.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start: output += "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":["
    case .issue(let issue, let previous): append(issue, after: previous, to: &output)
    case .blockEnd: output += Self.outcomeEnd
    case .end(let summary): end(summary, &output)
    case .file, .block: break
    }
  }

  /// An outcome ends with a comma, because the outcome of the run always follows.
  private static let outcomeEnd = "]}},"

  /// Appends an issue, to the previous outcome if that is for the same record.
  private func append(_ issue: LocatedFinding, after previous: LocatedFinding?, to output: inout [UInt8]) {
    if let previous, previous.isOfRecord(of: issue) {
      output += ","
    } else {
      if previous != nil { output += Self.outcomeEnd }
      let record: Markup? = issue.finding.record.map { record in
        let id: Markup = record.id.map { "/\($0)" } ?? ""
        return "\(record.resourceType)\(id) in "
      }
      open(issue.uuidOfPlace, "Issues of \(record ?? "")\(issue.file)", &output)
    }
    let finding = issue.finding
    output += "\n"
    JSONWriter.appendObject(to: &output) { writer in
      write(finding.severity, catalog[finding.rule]?.issueType ?? .invariant, issue.shownMessage, to: &writer)
      writer.member(
        "diagnostics",
        "\(TerminalText.visible(issue.file)):\(issue.place), rule \(TerminalText.visible(finding.rule.rawValue))"
          + (issue.judge.isEmpty ? "" : ", release " + TerminalText.visible(issue.judge)))
      let path = TerminalText.visible(finding.path)
      if path.isEmpty { return }
      writer.member("location", [XPath.text(of: path)])
      if let release = finding.release, releasesWithExpression.contains(release) { writer.member("expression", [path]) }
    }
  }

  private func end(_ summary: ReportSummary, _ output: inout [UInt8]) {
    open("00000000-0000-4000-8000-000000000000", "The run as a whole", &output)
    let verdict = SummaryText.firstLine(of: summary)
    var issues: [(Severity, Rule.IssueType, String)] =
      [criteria.fails(summary) ? (.error, .invariant, verdict) : (.information, .informational, verdict)]
    issues += summary.unreadable.map { (.error, .notFound, "not read: " + $0.path + " (" + $0.reason + ")") }
    for (number, (severity, code, text)) in issues.enumerated() {
      output += number == 0 ? "\n" : ",\n"
      JSONWriter.appendObject(to: &output) { write(severity, code, text, to: &$0) }
    }
    output += "]}}\n]}\n"
  }

  private func write(_ severity: Severity, _ code: Rule.IssueType, _ text: String, to writer: inout JSONWriter) {
    writer.members(["severity": severity.description, "code": code.rawValue])
    writer.object("details") { $0.member("text", TerminalText.visible(text)) }
  }

  /// Opens an outcome with a narrative of one sentence, in an entry with its own UUID.
  private func open(_ uuid: String, _ sentence: Markup, _ output: inout [UInt8]) {
    output += #"""

      {"fullUrl":"urn:uuid:\#(uuid)","resource":{"resourceType":"OperationOutcome","text":{"status":"generated","div":\#
      "<div xmlns=\"http://www.w3.org/1999/xhtml\">\#(JSONWriter.escaped(sentence.text)).</div>"},"issue":[
      """#
  }
}

/// The XPath of an element, by which older releases give places.
enum XPath {
  /// `/f:Bundle/f:entry[4]/f:resource/f:valueQuantity` for `Bundle.entry[3].resource.value.ofType(Quantity)`.
  static func text(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: ".")).map { step(String(decoding: $0, as: UTF8.self)) }.joined()
  }

  /// A step: a name, a name with an index, or `ofType(Quantity)`.
  private static func step(_ part: String) -> String {
    let bytes = Array(part.utf8)
    let name = bytes.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "(") }
    let inner = String(decoding: bytes[name.endIndex...].dropFirst().dropLast(), as: UTF8.self)
    if bytes.last == UInt8(ascii: ")") {
      let first = String(inner.unicodeScalars.prefix(1))
      return (first.utf8.count == 1 ? first.uppercased() : first) + String(inner.unicodeScalars.dropFirst())
    }
    let isIndex = bytes.last == UInt8(ascii: "]") && inner.utf8.count < 18 && inner.utf8.allSatisfy { $0 &- 0x30 < 10 }
    let index = isIndex ? Int(inner).map { "[\($0 + 1)]" } : nil
    return "/f:" + String(decoding: name, as: UTF8.self) + (index ?? "")
  }
}
