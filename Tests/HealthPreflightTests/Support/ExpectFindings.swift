import FHIRFindings
import FHIRValidation
import HealthPreflight
import FHIRTestSupport
import Testing

/// The expectation for one finding.
struct ExpectedFinding {
  let rule: String
  let path: String
  let message: String
  /// Whether it is at the opening tag of the top dictionary instead of a mark.
  let isAtTop: Bool

  init(_ rule: String, _ path: String, _ message: String, isAtTop: Bool = false) {
    self.rule = "preflight/" + rule
    self.path = path
    self.message = message
    self.isAtTop = isAtTop
  }
}

/// Checks an Info.plist and entitlements, each given as the XML between `<dict>` and `</dict>`, and fails on missing,
/// misplaced, extra and differently worded findings.
///
/// Findings are expected file by file in their order; each at the next mark, see ``MarkedJSON``.
func expectFindings(
  info: String? = nil, rights: String? = nil, _ expected: [ExpectedFinding] = [], isWholeProject: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let opening = "<plist version=\"1.0\">"
  var files: [ProjectFile] = []
  var places: [SourceRange] = []
  for (path, body) in [("App/Info.plist", info), ("App/App.entitlements", rights)] {
    guard let body else { continue }
    let document = try MarkedJSON(opening + "<dict>" + body + "</dict></plist>")
    files.append(ProjectFile(path: path, bytes: document.bytes))
    places += document.ranges
  }
  let top = SourceRange(start: opening.utf8.count, end: opening.utf8.count + 6)
  var marks = places.makeIterator()
  let wanted = expected.map { finding in
    describe(finding.rule, finding.isAtTop ? top : marks.next(), finding.path, finding.message)
  }
  let found = Preflight().check(files, isWholeProject: isWholeProject).flatMap(\.findings)
  #expect(
    found.map { describe($0.rule.rawValue, $0.range, $0.path, $0.message) } == wanted, sourceLocation: sourceLocation)
  #expect(marks.next() == nil, "a mark without a finding", sourceLocation: sourceLocation)
  for finding in found {
    #expect(finding.severity == RuleCatalog.preflight[finding.rule]?.severity, sourceLocation: sourceLocation)
  }
}

private func describe(_ rule: String, _ range: SourceRange?, _ path: String, _ message: String) -> String {
  let place = range.map { "\($0.start)..<\($0.end)" } ?? "no mark"
  return "\(rule) \(place) [\(path)] \(message)"
}

extension Preflight {
  /// The findings in a single file, as `rule start..<end message`.
  static func lines(in bytes: [UInt8], path: String = "Info.plist") -> [String] {
    Preflight().check([ProjectFile(path: path, bytes: bytes)], isWholeProject: false).flatMap(\.findings).map {
      "\($0.rule) \($0.range.start)..<\($0.range.end) \($0.message)"
    }
  }
}
