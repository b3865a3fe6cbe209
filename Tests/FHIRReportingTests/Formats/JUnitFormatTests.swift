import FHIRFindings
import FHIRReporting
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JUnitFormatTests {
  /// The schemas of Ant and of Jenkins for JUnit's files, as far as we write them: the order of the children, the
  /// attributes that one of them demands, and none that one of them lacks. A strict reader of XML 1.0 reads the file.
  private final class SchemaCheck: NSObject, XMLParserDelegate {
    /// The children of each element in their order; each may repeat but for those in `single`.
    private static let children: [String: [String]] = [
      "": ["testsuites"], "testsuites": ["testsuite"],
      "testsuite": ["properties", "testcase", "system-out", "system-err"], "testcase": ["failure", "error"],
    ]
    private static let single: Set<String> = ["properties", "system-out", "system-err", "failure", "error"]
    private static let required: [String: Set<String>] = [
      "testsuites": [],
      "testsuite": ["name", "tests", "failures", "errors", "id", "package", "hostname", "timestamp", "time"],
      "properties": [], "testcase": ["name", "classname", "time"], "failure": ["message", "type"],
      "error": ["message", "type"], "system-out": [], "system-err": [],
    ]
    private var last: [String?] = [nil]
    private var open = [""]
    private var stated: [String: Int] = [:]
    private var counted: [String: Int] = [:]
    var faults: [String] = []
    var messages: [String] = []
    var total = 0

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let order = Self.children[open.last ?? ""] ?? []
      let before = last[last.count - 1].flatMap { order.firstIndex(of: $0) } ?? 0
      if let place = order.firstIndex(of: name) {
        if place < before { faults.append("\(name) after \(order[before])") }
        if last[last.count - 1] == name, Self.single.contains(name) { faults.append("two \(name)") }
      } else {
        faults.append("\(name) in \(open.last ?? "")")
      }
      last[last.count - 1] = name
      last.append(nil)
      if Set(attributes.keys) != Self.required[name] { faults.append("attributes of \(name): \(attributes.keys)") }
      open.append(name)
      if name == "testsuite" {
        stated = attributes.compactMapValues { Int($0) }
        (stated["id"], stated["time"]) = (nil, nil)
        let time = attributes["timestamp"]?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
        if time == nil { faults.append("a timestamp without the form of the schema") }
        counted = ["tests": 0, "failures": 0, "errors": 0]
      }
      if name == "testcase" {
        counted["tests", default: 0] += 1
        total += 1
      }
      if name == "failure" || name == "error" { counted[name + "s", default: 0] += 1 }
      if let message = attributes["message"] { messages.append(message) }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
      last.removeLast()
      if name == "testsuite", stated.filter({ $0.key != "name" }) != counted { faults.append("\(stated) \(counted)") }
    }
  }

  @Test func theDocumentConformsToTheSchema() throws {
    let text = HostileReport.text(JUnitRenderer())
    let parser = XMLParser(data: Data(text.utf8))
    let check = SchemaCheck()
    parser.delegate = check
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "") in line \(parser.lineNumber)")
    #expect(check.faults.isEmpty, "\(check.faults)")
    #expect(check.total == HostileReport.issues.count + 1 + HostileReport.summary.unreadable.count)
    #expect(check.messages.contains("found ]]>"))
    #expect(check.messages.contains("found <script>alert(1)</script>"))
  }

  /// A test fails exactly if its finding fails the run.
  @Test(arguments: [(Severity.warning, 3), (.error, 2), (nil, 0)])
  func failuresAreWhatFailsTheRun(_ threshold: Severity?, _ failed: Int) {
    let issues = Array(HostileReport.issues.prefix(4))
    let criteria = FailureCriteria(threshold: threshold)
    let text = HostileReport.text(JUnitRenderer(criteria), issues)
    #expect(text.contains("tests=\"4\" failures=\"\(failed)\""))
    #expect(text.matches(of: /<failure/).count == failed)
    // The others keep severity and message.
    #expect(text.contains(": warning: found plain (dstu2)\"") == (failed < 3))
    #expect(text.contains(": information: found plain (dstu2)\""))
    let commands = HostileReport.text(GitHubRenderer(criteria), issues)
    #expect(("\n" + commands).matches(of: /\n::error file/).count == failed)
    #expect(("\n" + commands).matches(of: /\n::notice file/).count == 1)
    let log = HostileReport.text(SARIFRenderer(rules: HostileReport.catalog, criteria), issues)
    #expect(log.matches(of: /\n\{"ruleId":"[^"]*","ruleIndex":\d+,"level":"error"/).count == failed)
    #expect(log.matches(of: /"severity":"(error|fatal)"/).count == 2)
    let table = CSVFormatTests.table(HostileReport.text(CSVRenderer(criteria), issues)) ?? []
    #expect(table.count { $0.last == "true" } == failed)
    let outcome = HostileReport.text(
      OperationOutcomeRenderer(rules: HostileReport.catalog, releasesWithExpression: [], criteria), issues)
    let run = outcome.components(separatedBy: "The run as a whole").last ?? ""
    #expect(run.contains(failed > 0 ? #""severity":"error","code":"invariant""# : #""severity":"information""#))
    let quality = HostileReport.text(GitLabRenderer(criteria), issues)
    #expect(quality.matches(of: /"severity":"(major|critical)"/).count == failed)
    #expect(quality.matches(of: /"severity":"info"/).count == 1)
  }

  @Test func aRunThatFailsAsUnjudgedHasAFailedTest() {
    var summary = ReportSummary()
    (summary.files, summary.records, summary.notJudged) = (1, 1, ["not-opened": 1])
    func failures(_ criteria: FailureCriteria) -> Int {
      HostileReport.text(JUnitRenderer(criteria), [], summary).matches(of: /<failure/).count
    }
    #expect(failures(FailureCriteria()) == 0)
    #expect(failures(FailureCriteria(failsOnUnjudged: true)) == 1)
    summary.filesNotJudged = 1
    #expect(failures(FailureCriteria()) == 1)
    #expect(failures(FailureCriteria(allowsEmpty: true)) == 0)
  }

  /// A run fails in the document even if none of its issues are listed.
  @Test func aRunThatListsNothingHasAFailedTest() {
    var summary = ReportSummary()
    (summary.bySeverity, summary.findingsNotListed) = ([.error: 2], 2)
    func failures(_ criteria: FailureCriteria) -> Int {
      HostileReport.text(JUnitRenderer(criteria), [], summary).matches(of: /<failure/).count
    }
    #expect(failures(FailureCriteria(allowsEmpty: true)) == 1)
    #expect(failures(FailureCriteria(threshold: nil, allowsEmpty: true)) == 0)
    summary.findingsNotListed = 1
    #expect(failures(FailureCriteria(allowsEmpty: true)) == 0)
  }

  /// Characters that XML 1.0 cannot express, even as references.
  @Test func onlyCharactersOfXMLAreWritten() {
    let text = HostileReport.text(JUnitRenderer())
    let isAllowed = text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || (0x20...0xD7FF).contains(scalar.value) || (0xE000...0xFFFD).contains(scalar.value)
        || scalar.value >= 0x10000
    }
    #expect(isAllowed)
  }
}
