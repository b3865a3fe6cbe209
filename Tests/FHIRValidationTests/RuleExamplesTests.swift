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

  @Test(arguments: names)
  func badExampleBreaksThisRuleOnly(name: String) throws {
    let rule = try #require(RuleCatalog.all.first { $0.id.rawValue == name })
    let bytes = try MarkedJSON(rule.explanation.bad).bytes
    let findings = Validator(options: Self.options(for: name)).validate(bytes).diagnostics
    #expect(findings.map(\.rule) == [rule.id])
    #expect(findings.map(\.severity) == [rule.severity])
  }

  @Test(arguments: names)
  func goodExampleRaisesNothing(name: String) throws {
    let rule = try #require(RuleCatalog.all.first { $0.id.rawValue == name })
    let bytes = try MarkedJSON(rule.explanation.good).bytes
    let findings = Validator(options: Self.options(for: name)).validate(bytes).diagnostics
    #expect(findings.isEmpty)
  }
}
