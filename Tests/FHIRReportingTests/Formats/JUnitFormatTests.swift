import FHIRReporting
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JUnitFormatTests {
  /// The common schema of JUnit's files, for the written parts, checked during a strict XML 1.0 parse.
  private final class SchemaCheck: NSObject, XMLParserDelegate {
    private static let children: [String: Set<String>] = [
      "": ["testsuites"], "testsuites": ["testsuite"], "testsuite": ["testcase"],
      "testcase": ["failure", "error", "system-out"],
    ]
    private static let required: [String: Set<String>] = [
      "testsuites": ["name"], "testsuite": ["name", "tests", "failures", "errors"], "testcase": ["name", "classname"],
      "failure": ["message", "type"], "error": ["message", "type"], "system-out": [],
    ]
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
      if Self.children[open.last ?? ""]?.contains(name) != true { faults.append("\(name) in \(open.last ?? "")") }
      if Set(attributes.keys) != Self.required[name] { faults.append("attributes of \(name): \(attributes.keys)") }
      open.append(name)
      if name == "testsuite" {
        stated = attributes.compactMapValues { Int($0) }
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
