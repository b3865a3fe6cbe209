import FHIRDiagnostics

/// JUnit's XML, which most build servers read: a test suite for each block of a file's issues, a failed test case for
/// each issue.
///
/// A suite states its counts before its cases, so it is a block: a file with many issues has several suites with its
/// name. The last suite is for the run, with the verdict and the paths that could not be read.
public struct JUnitRenderer: ReportRenderer {
  /// Makes a renderer.
  public init() {}

  /// Nothing: elements include their ends.
  public var separator: String { "" }
  /// Messages have no excerpts.
  public var showsExcerpts: Bool { false }

  /// Opens the document.
  public func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    output.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites".utf8)
    attribute("name", tool.name, to: &output)
    output.append(contentsOf: ">\n".utf8)
  }

  /// Opens a suite.
  public func renderBlockStart(_ block: ReportBlock, into output: inout [UInt8]) {
    let failures = block.severities.count { $0 >= .warning }
    suite(block.file, tests: block.severities.count, failures: failures, errors: 0, to: &output)
  }

  /// Writes a test case: failed or, for information, passed with a remark.
  public func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    let diagnostic = issue.diagnostic
    let isFailure = diagnostic.severity >= .warning
    testCase(name(of: issue), className: issue.file, to: &output)
    if isFailure {
      output.append(contentsOf: "<failure".utf8)
      attribute("message", issue.shownMessage, to: &output)
      attribute("type", diagnostic.severity.description, to: &output)
      output.append(UInt8(ascii: ">"))
    } else {
      output.append(contentsOf: "<system-out>".utf8)
    }
    XMLText.append(place(of: issue), to: &output)
    if !isFailure {
      output.append(contentsOf: ": ".utf8)
      XMLText.append(issue.shownMessage, to: &output)
    }
    output.append(contentsOf: (isFailure ? "</failure>" : "</system-out>").utf8)
    output.append(contentsOf: "</testcase>\n".utf8)
  }

  /// Closes a suite.
  public func renderBlockEnd(into output: inout [UInt8]) {
    output.append(contentsOf: "</testsuite>\n".utf8)
  }

  /// Writes the suite of the run, and closes the document.
  public func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {
    let errors = summary.unreadable.count
    suite("run", tests: errors + 1, failures: 0, errors: errors, to: &output)
    testCase("verdict", className: "run", to: &output)
    output.append(contentsOf: "<system-out>".utf8)
    for line in SummaryText(summary, style: TextStyle(isColored: false)).text.split(separator: "\n") {
      XMLText.append(String(line), to: &output)
      output.append(UInt8(ascii: "\n"))
    }
    output.append(contentsOf: "</system-out></testcase>\n".utf8)
    for entry in summary.unreadable {
      testCase(entry.path, className: "run", to: &output)
      output.append(contentsOf: "<error".utf8)
      attribute("message", entry.reason, to: &output)
      attribute("type", "unreadable", to: &output)
      output.append(contentsOf: "/></testcase>\n".utf8)
    }
    output.append(contentsOf: "</testsuite>\n</testsuites>\n".utf8)
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
    }
    return text
  }

  private func suite(_ name: String, tests: Int, failures: Int, errors: Int, to output: inout [UInt8]) {
    output.append(contentsOf: "<testsuite".utf8)
    attribute("name", name, to: &output)
    attribute("tests", String(tests), to: &output)
    attribute("failures", String(failures), to: &output)
    attribute("errors", String(errors), to: &output)
    output.append(contentsOf: ">\n".utf8)
  }

  private func testCase(_ name: String, className: String, to output: inout [UInt8]) {
    output.append(contentsOf: "<testcase".utf8)
    attribute("name", name, to: &output)
    attribute("classname", className, to: &output)
    output.append(UInt8(ascii: ">"))
  }

  private func attribute(_ name: String, _ value: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: " "))
    output.append(contentsOf: name.utf8)
    output.append(contentsOf: "=\"".utf8)
    XMLText.append(value, to: &output)
    output.append(UInt8(ascii: "\""))
  }
}
