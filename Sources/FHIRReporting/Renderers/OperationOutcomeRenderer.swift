public import FHIRDiagnostics

/// A Bundle of OperationOutcomes, one for each record with issues, in the form of a FHIR server's response.
///
/// An outcome has the form of the release by which its record was judged. The `diagnostics` of each issue name the file
/// and the record. The last outcome is for the run: the verdict, and the paths that could not be read. Findings from
/// the comparison of records follow the issues of all files, in separate outcomes.
public struct OperationOutcomeRenderer: ReportRenderer {
  /// The codes of issues with the surrounding JSON, by rule.
  private let codes: [RuleID: [UInt8]]
  /// An array: comparing a few strings is faster than hashing.
  private let releasesWithExpression: [String]

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - catalog: the rules of the findings, which give issues their codes.
  ///   - releasesWithExpression: the names of the releases whose issues give a place in FHIRPath; issues of other
  ///     releases have only XPath.
  public init(rules catalog: RuleCatalog, releasesWithExpression: Set<String>) {
    codes = [RuleID: [UInt8]](
      catalog.rules.map { ($0.id, Self.code($0.issueType)) }, uniquingKeysWith: { first, _ in first })
    self.releasesWithExpression = releasesWithExpression.sorted()
  }

  /// Nothing: an outcome ends with a comma, because the outcome of the run always follows.
  public var separator: String { "" }
  /// Issues have no excerpts.
  public var showsExcerpts: Bool { false }

  /// Opens the Bundle.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    output.append(contentsOf: "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[".utf8)
  }

  /// Writes an outcome with one issue, which ``renderBlockEnd(into:)`` closes.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    render(issue, after: nil, into: &output)
  }

  /// Writes an issue, into the previous outcome if that is for the same record.
  public func render(_ issue: LocatedDiagnostic, after previous: LocatedDiagnostic?, into output: inout [UInt8]) {
    let isOfSame = previous?.isOfRecord(of: issue) ?? false
    if isOfSame {
      output.append(UInt8(ascii: ","))
    } else if previous != nil {
      renderBlockEnd(into: &output)
    }
    JSONWriter.append(to: &output) { writer in
      if !isOfSame { open(issue, &writer) }
      self.issue(issue, &writer)
    }
  }

  /// Closes an outcome.
  public func renderBlockEnd(into output: inout [UInt8]) {
    output.append(contentsOf: "]}},".utf8)
  }

  /// Writes the outcome of the run, and closes the Bundle.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    JSONWriter.append(to: &output) { writer in
      open(&writer, name: { $0.append(contentsOf: "00000000-0000-4000-8000-000000000000".utf8) }) {
        $0.part("The run as a whole")
      }
    }
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
    writer.part("\n{\"severity\":\"")
    writer.escaped(diagnostic.severity.description)
    writer.part(codes[diagnostic.rule] ?? Self.code(.invariant))
    writer.visible(issue.shownMessage)
    writer.part("\"},\"diagnostics\":\"")
    writer.visible(issue.file)
    if let position = issue.position {
      writer.part(":")
      writer.part(position.line)
      writer.part(":")
      writer.part(position.column)
    } else {
      writer.part(":byte ")
      writer.part(diagnostic.range.start)
    }
    writer.part(", rule ")
    writer.visible(diagnostic.rule.rawValue)
    if let release = diagnostic.release {
      writer.part(", release ")
      writer.escaped(release)
    }
    writer.part("\"")
    let path = TerminalText.visible(diagnostic.path)
    if !path.isEmpty {
      writer.part(",\"location\":[\"")
      let start = writer.bytes.count
      XPath.append(path, to: &writer.bytes)
      JSONWriter.escape(&writer.bytes, from: start)
      writer.part("\"]")
      if let release = diagnostic.release, releasesWithExpression.contains(release) {
        writer.part(",\"expression\":[\"")
        writer.escaped(path)
        writer.part("\"]")
      }
    }
    writer.part("}")
  }

  /// The JSON between the severity of an issue and its message.
  private static func code(_ type: Rule.IssueType) -> [UInt8] {
    Array("\",\"code\":\"\(type.rawValue)\",\"details\":{\"text\":\"".utf8)
  }

  /// Opens the outcome of the issue's record or, if that is unknown, of its file.
  private func open(_ issue: LocatedDiagnostic, _ writer: inout JSONWriter) {
    open(&writer, name: FindingFingerprint(placeOf: issue).appendUUID) { writer in
      writer.part("Issues of ")
      if let record = issue.diagnostic.record {
        writer.escaped(XMLText.escaped(record.resourceType))
        if let id = record.id {
          writer.part("/")
          writer.escaped(XMLText.escaped(id))
        }
        writer.part(" in ")
      }
      writer.escaped(XMLText.escaped(issue.file))
    }
  }

  /// Opens an outcome with a narrative of one sentence, in an entry with its own UUID.
  private func open(
    _ writer: inout JSONWriter, name: (inout [UInt8]) -> Void, sentence: (inout JSONWriter) -> Void
  ) {
    writer.part("\n{\"fullUrl\":\"urn:uuid:")
    name(&writer.bytes)
    writer.part("\",\"resource\":{\"resourceType\":\"OperationOutcome\",\"text\":{\"status\":\"generated\",\"div\":")
    writer.part("\"<div xmlns=\\\"http://www.w3.org/1999/xhtml\\\">")
    sentence(&writer)
    writer.part(".</div>\"},\"issue\":[")
  }
}

/// The XPath of an element, by which older releases give places.
enum XPath {
  /// Appends `/f:Bundle/f:entry[4]/f:resource/f:valueQuantity` for
  /// `Bundle.entry[3].resource.value.ofType(Quantity)`.
  static func append(_ path: String, to text: inout [UInt8]) {
    var path = path
    path.withUTF8 { path in
      var start = 0
      while start < path.count {
        var end = start
        while end < path.count, path[end] != UInt8(ascii: ".") { end += 1 }
        if end > start { append(UnsafeBufferPointer(rebasing: path[start..<end]), to: &text) }
        start = end + 1
      }
    }
  }

  /// Appends a step: a name, a name with an index, or `ofType(Quantity)`.
  private static func append(_ part: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
    let name = part.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "(") }
    let inner = part[name.endIndex...].dropFirst().dropLast()
    if part.last == UInt8(ascii: ")") {
      guard let first = inner.first else { return }
      text.append((UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) ? first & ~0x20 : first)
      return text.append(contentsOf: UnsafeBufferPointer(rebasing: inner.dropFirst()))
    }
    text.append(contentsOf: "/f:".utf8)
    text.append(contentsOf: UnsafeBufferPointer(rebasing: name))
    guard part.last == UInt8(ascii: "]"), !inner.isEmpty, inner.count < 18 else { return }
    var index = 0
    for digit in inner {
      guard digit &- 0x30 < 10 else { return }
      index = 10 * index + Int(digit &- 0x30)
    }
    text.append(UInt8(ascii: "["))
    text.append(decimal: index + 1)
    text.append(UInt8(ascii: "]"))
  }
}
