import FHIRFindings
import FHIRTestSupport
import FHIRValidation
import Testing

/// What a binding and a pack both say of a code.
struct OneFindingTests {
  private static let url = "http://example.org/set"

  private static func binding(_ strength: String) -> String {
    #""binding": { "strength": "\#(strength)", "valueSet": "\#(url)" }"#
  }

  /// The rules that a record with some codings breaks whose code is bound to a set.
  private func found(_ codings: [String], _ set: Substring, _ strength: String = "required") throws -> [String] {
    let set = Verdicts.valueSet(Self.url, Verdicts.compose(set))
    return try Verdicts.judge(codings.map { Verdicts.coding($0) }, by: Self.binding(strength), others: [set]).found
      .filter { $0.hasPrefix("code/") || $0.hasPrefix("profile/") }
  }

  /// The newest version lacks the code, and the set is one of an older version, or of all.
  @Test(arguments: ["v version=9", "v version=9 codes=old", "v version=*"] as [Substring], ["required", "extensible"])
  func theVersionThatASetNamesDecides(set: Substring, strength: String) throws {
    #expect(try found(["v old"], set, strength) == [])
    #expect(try found(["v old"], "v codes=both,new", strength) != [])
    #expect(try found(["v none"], set, strength).count == 1)
  }

  /// A value set may have names of its own for a code, as long as its binding is what judges it.
  @Test(arguments: [
    ("Cow's cheese", true), ("cow's  CHEESE", true), ("Kuhkäse", true), ("Cheese", true), ("Goat", false),
  ])
  func aSetHasNamesOfItsOwn(display: String, isName: Bool) throws {
    let concept = #"""
      { "code": "2", "display": "Cow's cheese", "designation": [{ "language": "de", "value": "Kuhkäse" }] }
      """#
    let part = #"{ "system": "http://example.org/m", "concept": [\#(concept)] }"#
    let coding = #"\#(Verdicts.coding("m 2")), "display": "\#(display)""#
    let outer = #""include": [{ "valueSet": ["http://example.org/inner"] }]"#
    let expansion = #""code": "2", "display": "Cow's cheese", "designation": [{ "value": "Kuhkäse" }]"#
    let expanded = #"""
      { "resourceType": "ValueSet", "url": "\#(Self.url)", "expansion": { "total": 1, "contains": [
        { "system": "http://example.org/m", \#(expansion) }] } }
      """#
    let names = Verdicts.valueSet("http://example.org/inner", #""include": [\#(part)]"#)
    func set(_ compose: String) -> String { Verdicts.valueSet(Self.url, compose) }
    for (set, knows) in [
      (set(#""include": [\#(part)]"#), true), (set(outer), true), (expanded, true),
      (set(Verdicts.compose("m codes=2")), display == "Cheese"),
    ] {
      let rules = try Verdicts.judge([coding], by: Self.binding("required"), others: [set, names]).found
      #expect(rules.contains("code/wrong-display") == !(isName && knows), "\(set): \(rules)")
    }
  }

  @Test func oneFaultIsOneFinding() throws {
    #expect(try found(["l Z"], "l") == ["profile/outside-value-set"])
    #expect(try found(["l Z"], "l", "extensible") == ["code/unknown-code"])
    #expect(try found(["l A", "d 9"], "l") == ["code/unknown-code"])
  }

  /// A binding of the release, and a pack that has its system.
  @Test func aBindingOfTheReleaseDecides() throws {
    let clinical = "http://terminology.hl7.org/CodeSystem/condition-clinical"
    let pack = try PackCase("system,code\n\(clinical),active\n\(clinical),new\nhttp://example.org/l,A\n")
    func found(_ codings: String...) -> [String] {
      let items = codings.map { "{ \($0) }" }.joined(separator: ", ")
      let record = #"""
        { "resourceType": "Condition", "subject": { "display": "A" }, "clinicalStatus": { "coding": [\#(items)] } }
        """#
      return pack.validator.validate(Array(record.utf8)).findings.filter { $0.rule.group == "code" }
        .map { "\($0.rule) \($0.path)" }
    }
    func status(_ code: String) -> String { #""system": "\#(clinical)", "code": "\#(code)""# }
    #expect(found(status("active")) == [])
    #expect(found(status("activ")) == ["code/not-in-value-set Condition.clinicalStatus.coding[0].code"])
    // The set has all of the system, also what was added to it later.
    #expect(found(status("new")) == [])
    #expect(
      found(status("active"), #""system": "http://example.org/l", "code": "Z""#)
        == ["code/unknown-code Condition.clinicalStatus.coding[1].code"])
  }

  /// A name in the language of the record is named; in a language without names, nothing is known.
  @Test(arguments: [
    ("", "'Cheese'", false), (#""language": "de-CH", "#, "'Käse'", false), (#""language": "fr", "#, "'Fromage'", false),
    (#""language": "it", "#, "", true),
  ])
  func displaysAreNamedInTheLanguageOfTheRecord(language: String, name: String, isOpen: Bool) throws {
    let record = #"""
      { "resourceType": "Basic", \#(language)"code": {
        "coding": [{ "system": "http://example.org/m", "code": "2", "display": "Queso" }] } }
      """#
    let result = PackCase(try Verdicts.pack.get()).validator.validate(Array(record.utf8))
    let messages = result.findings.filter { $0.rule.rawValue == "code/wrong-display" }.map(\.message)
    #expect(messages.isEmpty == isOpen && messages.allSatisfy { $0.contains("such as \(name)") }, "\(messages)")
    #expect(result.tally.notChecked.keys.contains { $0.string.hasPrefix("displays in languages") } == isOpen)
  }
}
