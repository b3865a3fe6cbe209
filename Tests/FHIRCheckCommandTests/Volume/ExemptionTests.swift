import FHIRFindings
import Foundation
import Testing

@testable import FHIRCheckCommand

/// Rules that are ignored with a reason, or until a day.
@Suite struct ExemptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"resourceType":"Patient","id":"a","gender":"none","x":1}"#, to: "a.json")
  }

  private func run(
    _ configuration: String, today: String = "2026-06-15", format: String = "jsonl", _ arguments: String...
  ) throws -> CommandHarness.Outcome {
    let file = try folder.write(configuration, to: "settings.json")
    var harness = CommandHarness()
    harness.today = today
    return harness.validate(
      ["--no-identity", "--fhir-version=dstu2", "--format=\(format)", "--config", file] + arguments
        + [folder.path + "/a.json"])
  }

  private static let settings = """
    {"ignore": ["structure",
     {"rule": "code/*", "reason": "ticket 12", "until": "2026-06-15"}]}
    """

  @Test func anExemptionHoldsOnItsLastDay() throws {
    let outcome = try run(Self.settings)
    #expect(outcome.exitCode == .success)
    #expect(outcome.output.contains(#""ignored":{"code/not-in-value-set":1,"structure/unknown-element":1}"#))
    #expect(try outcome.places(below: folder) == [])
    // A reason needs no end.
    #expect(try run(#"{"ignore": [{"rule": "*", "reason": "ours"}]}"#, today: "9999-01-01").exitCode == .success)
  }

  @Test func itsEndIsAFinding() throws {
    let outcome = try run(Self.settings, today: "2026-06-16")
    #expect(outcome.exitCode == .findings)
    #expect(
      try outcome.places(below: folder) == ["a.json:1:45 code/not-in-value-set", "settings.json:2:2 exemption/expired"])
    let message = try #require(outcome.issues(below: folder).last).message
    #expect(
      message == "expected 'code/*' to be exempt until a day to come, found 2026-06-15; its findings count again; the "
        + "reason was 'ticket 12'")
    #expect(outcome.output.contains(#""warning":1"#))
    // It is a warning, which may be ignored like others.
    let other = try run(Self.settings, today: "2026-06-16", "--fail-on=warning", "--ignore=code,structure")
    #expect(try other.exitCode == .success && other.places(below: folder) == [])
    let redacted = try run(Self.settings, today: "2026-06-16", "--redact").output
    #expect(redacted.contains("exemption/expired") && !redacted.contains("ticket"))
  }

  /// Reasons and ends stand near the verdict, in the text and on the page, but not if the report is redacted.
  @Test func theReasonIsNamedAfterTheVerdict() throws {
    let words = "code/* is ignored until 2026-06-15: ticket 12"
    for format in ["text", "html"] {
      #expect(try run(Self.settings, format: format).output.contains(words), "\(format)")
      let redacted = try run(Self.settings, format: format, "--redact").output
      #expect(redacted.contains("code/* is ignored until 2026-06-15") && !redacted.contains("ticket"))
    }
    // An exemption that hides nothing is not named.
    let other = #"{"ignore": [{"rule": "code/*", "reason": "ticket 12"}, {"rule": "value", "reason": "other"}]}"#
    let text = try run(other, format: "text").output
    #expect(text.contains("code/* is ignored: ticket 12") && !text.contains("other"))
    // The same for a baseline.
    let baseline = folder.path + "/known.json"
    _ = try run("{}", "--write-baseline", baseline)
    let known = try String(contentsOfFile: baseline, encoding: .utf8)
    try known.replacing(#""findings":["#, with: #""reason":"ticket 13","findings":["#)
      .write(toFile: baseline, atomically: true, encoding: .utf8)
    #expect(try run("{}", format: "text", "--baseline", baseline).output.contains("known findings: ticket 13"))
  }

  @Test func someFilesMayBeExempt() throws {
    let text = #"{"paths": [{"match": ["a.json"], "ignore": [{"rule": "*", "until": "2026-01-31"}]}]}"#
    #expect(try run(text, today: "2026-01-31").exitCode == .success)
    let over = try run(text, "--ignore=json")
    #expect(try over.places(below: folder).last == "settings.json:1:45 exemption/expired")
    #expect(over.exitCode == .findings)
  }

  @Test func itIsShownWithTheSettings() throws {
    let shown = try run(Self.settings, today: "2026-06-16", "--show-config").output
    #expect(
      shown.contains(
        #"{"rule":"code/*","reason":"ticket 12","until":"2026-06-15"}  configuration, line 2, which has ended"#),
      "\(shown)")
  }

  /// The page of the rule is about what happens: the bad example has the finding, the good one has none.
  @Test func theExamplesOfTheRuleAreTrue() throws {
    let rule = Rule.expiredExemption
    #expect(try run(rule.explanation.bad).places(below: folder).last == "settings.json:1:13 \(rule.id.rawValue)")
    #expect(try !run(rule.explanation.good).output.contains(rule.id.rawValue))
    #expect(CommandHarness().validate("explain", rule.id.rawValue).output.hasPrefix("\(rule.id.rawValue)\n"))
    #expect(CommandHarness().validate("rules").output.contains("\(rule.id.rawValue) "))
  }

  @Test func aBaselineMayEnd() throws {
    let known = folder.path + "/known.json"
    func check(_ today: String, _ arguments: String...) -> CommandHarness.Outcome {
      var harness = CommandHarness()
      harness.today = today
      return harness.validate(
        ["--no-identity", "--fhir-version=dstu2", "--format=jsonl"] + arguments + [folder.path + "/a.json"])
    }
    #expect(check("2026-01-01", "--write-baseline", known).exitCode == .success)
    let plain = try String(contentsOfFile: known, encoding: .utf8)
    // One finding of it.
    let one = plain.replacing("}\n]}", with: #","reason":"ticket 7","until":"2026-06-15"}"# + "\n]}")
    try folder.write(one, to: "known.json")
    #expect(check("2026-06-15", "--baseline", known).exitCode == .success)
    let over = check("2026-06-16", "--baseline", known)
    #expect(over.exitCode == .findings)
    #expect(
      try over.places(below: folder) == ["a.json:1:52 structure/unknown-element", "known.json:3:1 exemption/expired"])
    // A new baseline keeps what somebody has written.
    #expect(check("2026-06-15", "--baseline", known, "--write-baseline", known + "2").exitCode == .success)
    #expect(try String(contentsOfFile: known + "2", encoding: .utf8) == one)
    // All of it.
    let all = plain.replacing(#""findings""#, with: #""until":"2026-06-15","findings""#)
    try folder.write(all, to: "known.json")
    #expect(check("2026-06-15", "--baseline", known).exitCode == .success)
    #expect(try check("2026-06-16", "--baseline", known).places(below: folder).count == 3)
    #expect(check("2026-06-15", "--baseline", known, "--write-baseline", known + "2").exitCode == .success)
    #expect(try String(contentsOfFile: known + "2", encoding: .utf8) == all)
    try folder.write(plain.replacing(#""findings""#, with: #""until":"soon","findings""#), to: "known.json")
    #expect(check("2026-06-15", "--baseline", known).error.contains("this is no baseline"))
  }
}
