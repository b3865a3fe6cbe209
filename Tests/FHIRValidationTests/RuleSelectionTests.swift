import FHIRFindings
import FHIRTestSupport
import FHIRSchema
import FHIRValidation
import Testing

/// Rules that are switched off report and count nothing; the findings of the others do not change.
@Suite struct RuleSelectionTests {
  /// Breaks rules of several groups, and an invariant that is an expression.
  private static let record = """
    {
      "resourceType": "Observation",
      "text": { "status": "generated", "div": "<p>Height</p>" },
      "code": { "coding": [{ "system": "http://loinc.org", "code": "8302-3" }] },
      "valueQuantity": { "value": 1, "code": "m", "comparator": "!=" },
      "referenceRange": [{ "meaning": { "text": "normal" } }],
      "note": 5
    }
    """

  private func names(_ rules: RuleSelection) throws -> (found: Set<String>, issues: Int) {
    var options = ValidationOptions()
    options.rules = rules
    let validator = try #require(Validator(release: .dstu2, options: options))
    let result = validator.validate(Array(Self.record.utf8))
    return (Set(result.findings.map(\.rule.rawValue)), result.tally.bySeverity.values.reduce(0, +))
  }

  @Test func allAreOnByDefault() throws {
    let all = try names(.all)
    for name in [
      "narrative/not-a-div", "code/invalid-loinc", "code/not-in-value-set", "structure/missing-element",
      "structure/unknown-element", "invariant/obs-3", "invariant/qty-3",
    ] {
      #expect(all.found.contains(name), "\(name)")
    }
  }

  @Test(arguments: [
    "narrative/not-a-div", "narrative", "code/invalid-loinc", "code", "structure/missing-element", "structure",
    "invariant/obs-3", "invariant/qty-3", "invariant",
  ])
  func rulesThatAreOffNeitherReportNorCount(name: String) throws {
    let all = try names(.all)
    let (found, issues) = try names(RuleSelection(except: [name]))
    let off = all.found.filter { $0 == name || $0.hasPrefix(name + "/") }
    #expect(!off.isEmpty)
    #expect(found == all.found.subtracting(off))
    #expect(issues < all.issues)
  }

  @Test(arguments: ["narrative", "code/invalid-loinc", "code", "structure", "invariant/obs-3", "invariant"])
  func onlyRulesThatAreOnReport(name: String) throws {
    let all = try names(.all)
    let (found, _) = try names(RuleSelection(only: [name]))
    #expect(found == all.found.filter { $0 == name || $0.hasPrefix(name + "/") })
  }

  @Test func aTextThatIsNotReadIsCountedWithoutItsRule() throws {
    var options = ValidationOptions()
    options.rules = try RuleSelection(except: ["json"])
    let result = Validator(options: options).validate(Array("{".utf8))
    #expect(result.findings.isEmpty)
    #expect(result.tally.notJudged.values.reduce(0, +) == 1)
  }

  @Test func aShortenedListSaysSo() throws {
    var options = ValidationOptions()
    options.maximumFindingsPerRecord = 1
    options.rules = try RuleSelection(only: ["structure"])
    let validator = try #require(Validator(release: .dstu2, options: options))
    let rules = validator.validate(Array(Self.record.utf8)).findings.map(\.rule.rawValue)
    #expect(rules.contains("limit/too-many-issues"))
    #expect(rules.count == 2)
  }

  @Test(arguments: ["", "code/", "codes", "code/misspelled-system", "invariant/none-0"])
  func aNameThatNoRuleHasIsAnError(name: String) {
    #expect(throws: UnknownRuleName.self) { try RuleSelection(except: [name]) }
    #expect(throws: UnknownRuleName.self) { try RuleSelection(only: ["code", name]) }
  }
}
