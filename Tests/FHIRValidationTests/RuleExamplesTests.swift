import Diagnostics
import FHIRValidation
import TestSupport
import Testing

/// Runs the examples on every rule's page: the bad one breaks that rule once and no other, the good one none.
struct RuleExamplesTests {
  static let names = RuleCatalog.all.map(\.id.rawValue)

  /// The lowered limits that the pages of the limit rules speak of; all other examples run with the defaults.
  static func options(for name: String) -> ValidationOptions {
    var options = ValidationOptions()
    switch name {
    case "limit/too-deep": options.maximumDepth = 4
    case "limit/record-too-large": options.maximumRecordBytes = 60
    case "limit/too-many-issues": options.maximumIssuesPerRecord = 0
    default: break
    }
    return options
  }

  /// The rules that an example breaks; for rules about a whole run the example is the run.
  static func findings(in bytes: [UInt8], for rule: Rule) throws -> [RuleID] {
    if rule.id.group == "identity" { return try RunFindings.findings(in: [bytes]).map(\.rule) }
    let findings = Validator(options: options(for: rule.id.rawValue)).validate(bytes).diagnostics
    #expect(findings.allSatisfy { $0.rule != rule.id || $0.severity == rule.severity })
    return findings.map(\.rule)
  }

  @Test(arguments: names)
  func badExampleBreaksThisRuleOnly(name: String) throws {
    let rule = try #require(RuleCatalog.all.first { $0.id.rawValue == name })
    let bytes = try MarkedJSON(rule.explanation.bad).bytes
    #expect(try Self.findings(in: bytes, for: rule) == [rule.id])
  }

  @Test(arguments: names)
  func goodExampleRaisesNothing(name: String) throws {
    let rule = try #require(RuleCatalog.all.first { $0.id.rawValue == name })
    let bytes = try MarkedJSON(rule.explanation.good).bytes
    #expect(try Self.findings(in: bytes, for: rule).isEmpty)
  }
}
