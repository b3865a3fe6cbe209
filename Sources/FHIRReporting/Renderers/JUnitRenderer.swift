import FHIRDiagnostics

/// JUnit's XML, which most build servers read: a test suite for each block of a file's issues, a failed test case for
/// each issue that fails the run, and a passed one for each other issue.
///
/// A suite states its counts before its cases, so it is a block: a file with many issues has several suites with its
/// name. The last suite is for the run, with the verdict and the paths that could not be read. So a test of the document
/// fails exactly if the run does.
///
/// The document has all that the schemas of Ant and of Jenkins demand, and only what both allow. They demand times, ids
/// and a host; these are constants here, so that the same findings give the same bytes.
public struct JUnitRenderer: ReportRenderer {
  private let criteria: FailureCriteria

  /// Makes a renderer.
  ///
  /// - Parameter criteria: what fails the run.
  public init(_ criteria: FailureCriteria = FailureCriteria()) { self.criteria = criteria }

  /// Nothing: elements include their ends.
  public var separator: String { "" }
  /// Messages have no excerpts.
  public var showsExcerpts: Bool { false }

  /// Opens the document.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    output.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".utf8)
  }

  /// Opens a suite.
  public func renderBlockStart(_ block: ReportBlock, into output: inout [UInt8]) {
    let failures = block.severities.count(where: criteria.fails)
    suite(block.file, tests: block.severities.count, failures: failures, errors: 0, to: &output)
  }

  /// Writes a test case: failed, or passed with severity and message in its name.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    let diagnostic = issue.diagnostic
    guard criteria.fails(diagnostic.severity) else {
      let name = "\(name(of: issue)): \(diagnostic.severity): \(issue.shownMessage)"
      testCase(name, className: issue.file, to: &output)
      output.append(contentsOf: "</testcase>\n".utf8)
      return
    }
    testCase(name(of: issue), className: issue.file, to: &output)
    output.append(contentsOf: "<failure".utf8)
    attribute("message", issue.shownMessage, to: &output)
    attribute("type", diagnostic.severity.description, to: &output)
    output.append(UInt8(ascii: ">"))
    XMLText.append(place(of: issue), to: &output)
    output.append(contentsOf: "</failure></testcase>\n".utf8)
  }

  /// Closes a suite.
  public func renderBlockEnd(into output: inout [UInt8]) {
    output.append(contentsOf: "<system-out/><system-err/></testsuite>\n".utf8)
  }

  /// Writes the suite of the run, and closes the document.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    let errors = summary.unreadable.count
    let isUnjudged = criteria.failsAsUnjudged(summary)
    suite("run", tests: errors + 1, failures: isUnjudged ? 1 : 0, errors: errors, to: &output)
    testCase("verdict", className: "run", to: &output)
    if isUnjudged {
      output.append(contentsOf: "<failure".utf8)
      attribute(
        "message", String(SummaryText(summary, style: TextStyle(isColored: false)).firstLine), to: &output)
      attribute("type", "not judged", to: &output)
      output.append(contentsOf: "/>".utf8)
    }
    output.append(contentsOf: "</testcase>\n".utf8)
    for entry in summary.unreadable {
      testCase(entry.path, className: "run", to: &output)
      output.append(contentsOf: "<error".utf8)
      attribute("message", entry.reason, to: &output)
      attribute("type", "unreadable", to: &output)
      output.append(contentsOf: "/></testcase>\n".utf8)
    }
    output.append(contentsOf: "<system-out>".utf8)
    for line in SummaryText(summary, style: TextStyle(isColored: false)).text.split(separator: "\n") {
      XMLText.append(String(line), to: &output)
      output.append(UInt8(ascii: "\n"))
    }
    output.append(contentsOf: "</system-out><system-err/></testsuite>\n</testsuites>\n".utf8)
  }

  /// The rule and the place, by which build servers distinguish cases.
  private func name(of issue: LocatedDiagnostic) -> String {
    let rule = issue.diagnostic.rule.rawValue
    guard let position = issue.position else { return "\(rule) at byte \(issue.diagnostic.range.start)" }
    return "\(rule) at \(position.line):\(position.column)"
  }

  private func place(of issue: LocatedDiagnostic) -> String {
    let diagnostic = issue.diagnostic
    var text = diagnostic.path
    if let record = diagnostic.record {
      text += (text.isEmpty ? "in " : " in ") + record.resourceType + (record.id.map { "/" + $0 } ?? "")
      if let release = diagnostic.release { text += ", " + release }
    }
    return text
  }

  private func suite(_ name: String, tests: Int, failures: Int, errors: Int, to output: inout [UInt8]) {
    output.append(contentsOf: "<testsuite".utf8)
    attribute("name", name, to: &output)
    attribute("tests", String(tests), to: &output)
    attribute("failures", String(failures), to: &output)
    attribute("errors", String(errors), to: &output)
    let constants =
      " id=\"0\" package=\"fhircheck\" hostname=\"localhost\" timestamp=\"1970-01-01T00:00:00\" time=\"0\""
    output.append(contentsOf: (constants + ">\n<properties/>\n").utf8)
  }

  private func testCase(_ name: String, className: String, to output: inout [UInt8]) {
    output.append(contentsOf: "<testcase".utf8)
    attribute("name", name, to: &output)
    attribute("classname", className, to: &output)
    output.append(contentsOf: " time=\"0\">".utf8)
  }

  private func attribute(_ name: String, _ value: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: " "))
    output.append(contentsOf: name.utf8)
    output.append(contentsOf: "=\"".utf8)
    XMLText.append(value, to: &output)
    output.append(UInt8(ascii: "\""))
  }
}
