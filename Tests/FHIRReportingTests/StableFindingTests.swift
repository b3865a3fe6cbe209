import FHIRFindings
import FHIRReporting
import Testing

/// What of a message belongs to the identity of a finding.
@Suite struct StableFindingTests {
  private func digest(_ message: String, rule: RuleID = "structure/wrong-kind") -> UInt64 {
    let finding = Finding(
      rule: rule, severity: .error, range: SourceRange(start: 0, end: 1), path: "Patient", message: message)
    return StableFinding.digest(of: finding, path: finding.path, from: 0)
  }

  @Test(arguments: [
    ("expected a string, found {\"a\":1}", "expected a string, found {\"a\": 1}"),
    ("expected a string, found [1]", "expected a string, found [1, 2]"),
    ("expected, found [{\"a\":1}]", "expected, found [2]"),
    // The first of each bracket decides.
    ("expected a[b], found {\"a\":1}", "expected a[b], found {}"),
  ])
  func aQuotedObjectOrArrayDoesNotBelongToIt(_ one: String, _ other: String) {
    #expect(digest(one) == digest(other))
  }

  @Test(arguments: [
    ("expected a string, found 'a{b'", "expected a string, found 'a{c'"),
    ("expected [a], found 1", "expected [a], found 2"),
    ("expected a{2}, found {\"a\":1}", "expected a{2}, found {\"a\": 1}"),
    ("expected a string, found 1", "expected a string, found 2"),
  ])
  func allOtherTextBelongsToIt(_ one: String, _ other: String) {
    #expect(digest(one) != digest(other))
  }

  @Test func messagesThatNameAnotherPlaceDoNotBelongToIt() {
    for rule: RuleID in ["identity/duplicate-record", "structure/ambiguous-choice"] {
      #expect(digest("at line 1", rule: rule) == digest("at line 2", rule: rule))
    }
    #expect(digest("at line 1", rule: "identity-x/y") != digest("at line 2", rule: "identity-x/y"))
  }

  @Test func theGroupOfARuleIsThePartBeforeTheSlash() {
    #expect(RuleID(rawValue: "code/missing-code").group == "code")
    #expect(RuleID(rawValue: "code").group == "code")
  }
}
