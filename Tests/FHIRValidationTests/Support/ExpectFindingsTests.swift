import FHIRFindings
import FHIRValidation
import Testing

/// The other tests depend on this comparison, so this test shows that it fails on every kind of difference.
struct ExpectFindingsTests {
  static let place = SourceRange(start: 4, end: 8)
  static let expected = [ExpectedFinding(.unknownElement, path: "Patient.nick", messageContains: "nick")]

  static func finding(
    _ rule: Rule = .unknownElement, _ severity: Severity = .error, start: Int = 4, path: String = "Patient.nick",
    message: String = "there is no nick"
  ) -> Finding {
    Finding(
      rule: rule.id, severity: severity, range: SourceRange(start: start, end: 8), path: path, message: message)
  }

  @Test func acceptsWhatIsExpected() {
    #expect(differences(of: [Self.finding()], from: Self.expected, at: [Self.place]).isEmpty)
    #expect(differences(of: [], from: [], at: []).isEmpty)
  }

  @Test(arguments: [
    ([], "missing"),
    ([finding(.missingElement)], "missing"),
    ([finding(start: 5)], "stands at 5..<8, not at 4..<8"),
    ([finding(.unknownElement, .warning)], "severity warning, not error"),
    ([finding(path: "Patient")], "path 'Patient'"),
    ([finding(message: "no")], "does not say 'nick'"),
    ([finding(), finding(start: 5)], "not expected"),
    ([finding(), finding(start: 3)], "not sorted"),
  ])
  func namesTheDifference(findings: [Finding], text: String) {
    let lines = differences(of: findings, from: Self.expected, at: [Self.place])
    #expect(lines.contains { $0.contains(text) })
  }
}
