import FHIRFindings

/// JUnit's XML, which most build servers read: a test suite for each block of a file's issues, a failed test case for
/// each issue that fails the run, and a passed one for each other issue.
///
/// A suite states its counts before its cases, so it is a block: a file with many issues has several suites with its
/// name. The last suite is for the run, with the verdict and the paths that could not be read. So a test of the document
/// fails exactly if the run does. If no issue is listed, the verdict fails in their place.
///
/// The document has all that the schemas of Ant and of Jenkins demand, and only what both allow. They demand times, ids
/// and a host; these are constants here, so that the same findings give the same bytes.
public struct JUnitRenderer: ReportRenderer {
  private let criteria: FailureCriteria

  /// Makes a renderer, with the criteria of what fails the run.
  public init(_ criteria: FailureCriteria = FailureCriteria()) { self.criteria = criteria }

  /// Writes a suite for a block, with a test case for each issue, and the suite of the run.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    switch part {
    case .start: output += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    case .block(let block):
      let failures = block.severities.count(where: criteria.fails)
      output += suite(block.file, tests: block.severities.count, failures: failures, errors: 0).text
    case .issue(let issue, _): output += testCase(issue).text
    case .blockEnd: output += "<system-out/><system-err/></testsuite>\n"
    case .end(let summary): output += run(summary).text
    case .file: break
    }
  }

  /// A test case: failed, or passed with severity and message in its name.
  private func testCase(_ issue: LocatedFinding) -> Markup {
    let (finding, message) = (issue.finding, issue.shownMessage)
    let name = "\(finding.rule.rawValue) at \(issue.place)"
    guard criteria.fails(finding.severity) else {
      let judge = issue.judge.isEmpty ? "" : " (\(issue.judge))"
      return testCase("\(name): \(finding.severity): \(message)\(judge)", issue.file, "")
    }
    let path = finding.path
    let place = finding.record.map { path + (path.isEmpty ? "" : " ") + "in " + $0.text } ?? path
    let element = [place, issue.judge].filter { !$0.isEmpty }.joined(separator: ", ")
    let type = finding.severity.description
    return testCase(name, issue.file, "<failure message=\"\(message)\" type=\"\(type)\">\(element)</failure>")
  }

  /// The suite of the run, and the end of the document.
  private func run(_ summary: ReportSummary) -> Markup {
    let errors = summary.unreadable.map {
      testCase($0.path, "run", "<error message=\"\($0.reason)\" type=\"unreadable\"/>")
    }
    let isUnjudged = criteria.failsAsUnjudged(summary)
    let fails = isUnjudged || criteria.fails(summary) && summary.findingsNotListed >= summary.findingCount
    let reason = isUnjudged ? "not judged" : "not listed"
    let failure: Markup = "<failure message=\"\(SummaryText.firstLine(of: summary))\" type=\"\(reason)\"/>"
    let lines = SummaryText(summary: summary).text.split(separator: "\n").map { "\(String($0))\n" as Markup }
    return """
      \(suite("run", tests: errors.count + 1, failures: fails ? 1 : 0, errors: errors.count))\
      \(testCase("verdict", "run", fails ? failure : ""))\(errors.joined())\
      <system-out>\(lines.joined())</system-out><system-err/></testsuite>
      </testsuites>

      """
  }

  private func suite(_ name: String, tests: Int, failures: Int, errors: Int) -> Markup {
    """
    <testsuite name="\(name)" tests="\(tests)" failures="\(failures)" errors="\(errors)" id="0" package="fhircheck" \
    hostname="localhost" timestamp="1970-01-01T00:00:00" time="0">
    <properties/>

    """
  }

  private func testCase(_ name: String, _ className: String, _ content: Markup) -> Markup {
    "<testcase name=\"\(name)\" classname=\"\(className)\" time=\"0\">\(content)</testcase>\n"
  }
}
