import FHIRFindings
import FHIRProfiles
import FHIRSupport
import FHIRTestSupport
import FHIRValidation
import Testing

/// Value sets that define their codes by filters, imports and exclusions.
struct ValueSetFilterTests {
  private static let system = """
    {"resourceType": "CodeSystem", "url": "http://example.org/animals", "content": "complete", "concept": [
      {"code": "animal", "concept": [
        {"code": "bird", "property": [{"code": "legs", "valueInteger": 2}], "concept": [
          {"code": "owl", "property": [{"code": "legs", "valueInteger": 2}, {"code": "active", "valueCode": "night"}]}]},
        {"code": "cat", "property": [{"code": "legs", "valueInteger": 4}]}]},
      {"code": "kitten", "property": [{"code": "parent", "valueCode": "cat"}]},
      {"code": "stone"}]}
    """

  private static let all = ["animal", "bird", "owl", "cat", "kitten", "stone"]

  /// The codes that a profile with a required binding to a value set accepts; `nil` if no code can be decided.
  private func members(_ compose: String, others: [String] = []) -> [String] {
    let valueSet = """
      {"resourceType": "ValueSet", "url": "http://example.org/set", "compose": {\(compose)}}
      """
    let profile = ProfileCase(
      #"""
      {"path": "Patient.maritalStatus",
       "binding": {"strength": "required", "valueSet": "http://example.org/set"}}
      """#, others: [Self.system, valueSet] + others)
    return Self.all.filter { code in
      profile.findings(
        in: #""maritalStatus": {"coding": [{"system": "http://example.org/animals", "code": "\#(code)"}]}"#
      ).isEmpty
    }
  }

  private func filter(_ property: String, _ operation: String, _ value: String) -> String {
    #"""
    "include": [{"system": "http://example.org/animals",
      "filter": [{"property": "\#(property)", "op": "\#(operation)", "value": "\#(value)"}]}]
    """#
  }

  @Test(arguments: [
    ("concept", "is-a", "bird", ["bird", "owl"]),
    ("concept", "is-a", "cat", ["cat", "kitten"]),
    ("concept", "is-a", "animal", ["animal", "bird", "owl", "cat", "kitten"]),
    ("concept", "descendent-of", "bird", ["owl"]),
    ("concept", "is-not-a", "animal", ["stone"]),
    ("legs", "=", "2", ["bird", "owl"]),
    ("code", "in", "cat, stone", ["cat", "stone"]),
    ("legs", "not-in", "2,3", ["animal", "cat", "kitten", "stone"]),
    ("active", "exists", "true", ["owl"]),
    ("active", "exists", "false", ["animal", "bird", "cat", "kitten", "stone"]),
    ("code", "regex", "[a-c].*", ["animal", "bird", "cat"]),
    ("parent", "=", "cat", ["kitten"]),
  ]) func selects(property: String, operation: String, value: String, expected: [String]) {
    #expect(members(filter(property, operation, value)) == expected)
  }

  /// Undecided codes are counted, and no code is called wrong.
  @Test(arguments: [
    ("wings", "=", "2"), ("concept", "is-a", "dragon"), ("code", "regex", "("), ("code", "resembles", "cat"),
  ]) func countsUnknownFilters(property: String, operation: String, value: String) {
    #expect(members(filter(property, operation, value)) == Self.all)
  }

  /// Filters by which a system whose codes are all known selects none are a fault of the value set.
  @Test(arguments: [
    ("concept", "isa", "bird", 1), ("concept", "is-a", "", 1), ("legs", "=", "", 1), ("wings", "=", "2", 1),
    ("code", "regex", "[", 1), ("concept", "is-a", "bird", 0), ("legs", "=", "8", 0),
  ]) func faultyFiltersAreTold(property: String, operation: String, value: String, count: Int) {
    let set = """
      {"resourceType": "ValueSet", "url": "http://example.org/set", "compose": {\(filter(property, operation, value))}}
      """
    let profile = ProfileCase(
      #"{"path": "Patient.maritalStatus", "binding": {"strength": "required", "valueSet": "http://example.org/set"}}"#,
      others: [Self.system, set])
    let record = #""maritalStatus": {"coding": [{"system": "http://example.org/animals", "code": "bird"}]}"#
    #expect(profile.faults(in: record) == Array(repeating: "unusable-constraint ", count: count))
    if count > 0 { #expect(members(filter(property, operation, value)) == Self.all) }
  }

  /// Which codes are meant nobody knows then, so that none is called wrong.
  @Test(arguments: [
    (#""include": [{"concept": [{"code": "bird"}]}]"#, 1),
    (#""include": [{"filter": [{"property": "concept", "op": "is-a", "value": "bird"}]}]"#, 1),
    (#""include": [{"system": "http://example.org/animals"}], "exclude": [{"concept": [{"code": "bird"}]}]"#, 1),
    (#""include": [{"system": "http://example.org/animals"}]"#, 0),
  ]) func codesWithoutASystemAreTold(compose: String, count: Int) {
    let set = #"{"resourceType": "ValueSet", "url": "http://example.org/set", "compose": {\#(compose)}}"#
    let profile = ProfileCase(
      #"{"path": "Patient.maritalStatus", "binding": {"strength": "required", "valueSet": "http://example.org/set"}}"#,
      others: [Self.system, set])
    let record = #""maritalStatus": {"coding": [{"system": "http://example.org/animals", "code": "bird"}]}"#
    #expect(profile.faults(in: record) == Array(repeating: "unusable-constraint ", count: count))
    #expect(members(compose) == Self.all)
  }

  /// Whether case counts is what the definition of the system says; without a definition nobody knows.
  @Test(
    arguments: [
      (nil, #""content": "not-present", "caseSensitive": true"#, ["outside-value-set"]),
      (nil, #""content": "not-present", "caseSensitive": false"#, []), (nil, nil, []),
      ("value set http://example.org/set", nil, []), (nil, #""content": "complete", "caseSensitive": false"#, []),
    ] as [(String?, String?, [String])])
  func theCaseOfCodes(waits: String?, system: String?, expected: [String]) {
    let set = """
      {"resourceType": "ValueSet", "url": "http://example.org/set",
       "compose": {"include": [{"system": "http://example.org/case", "concept": [{"code": "Abc"}]}]}}
      """
    let definition = system.map {
      #"{"resourceType": "CodeSystem", "url": "http://example.org/case", \#($0), "concept": [{"code": "Abc"}]}"#
    }
    let profile = ProfileCase(
      #"{"path": "Patient.maritalStatus", "binding": {"strength": "required", "valueSet": "http://example.org/set"}}"#,
      others: [set] + [definition].compactMap { $0 })
    let record = #""maritalStatus": {"coding": [{"system": "http://example.org/case", "code": "aBC"}]}"#
    #expect(profile.findings(in: record).map { String($0.prefix { $0 != " " }) } == expected)
    let counts = profile.validator.validate(Array(profile.record(record).utf8)).tally.notChecked
    if let waits { #expect(counts[waits.byBytes] == 1) }
  }

  @Test func allFiltersOfAPartHold() {
    let both = #"""
      "include": [{"system": "http://example.org/animals", "filter": [
        {"property": "concept", "op": "is-a", "value": "animal"}, {"property": "legs", "op": "=", "value": "4"}]}]
      """#
    #expect(members(both) == ["cat"])
  }

  /// A code that fails one filter is not in the set, whatever another one selects.
  @Test func aFilterThatCannotBeEvaluatedLeavesTheOthers() {
    let compose = #"""
      "include": [{"system": "http://example.org/animals", "filter": [
        {"property": "concept", "op": "is-a", "value": "bird"}, {"property": "wings", "op": "=", "value": "2"}]}]
      """#
    #expect(members(compose) == ["bird", "owl"])
    let set = #"{"resourceType": "ValueSet", "url": "http://example.org/set", "compose": {\#(compose)}}"#
    let profile = ProfileCase(
      #"{"path": "Patient.maritalStatus", "binding": {"strength": "required", "valueSet": "http://example.org/set"}}"#,
      others: [Self.system, set])
    let record = #""maritalStatus": {"coding": [{"system": "http://example.org/animals", "code": "bird"}]}"#
    let validator = profile.validator
    _ = validator.validate(Array(profile.record(record).utf8))
    let faults = validator.neededFaults.map(\.message)
    #expect(faults == ["expected filters that select codes of 'http://example.org/animals', found 'wings = 2'"])
  }

  @Test func excludesAndImports() {
    let birds = """
      {"resourceType": "ValueSet", "url": "http://example.org/birds", "compose": {\(filter("concept", "is-a", "bird"))}}
      """
    let set = #"""
      "include": [{"system": "http://example.org/animals"}], "exclude": [{"valueSet": ["http://example.org/birds"]}]
      """#
    #expect(members(set, others: [birds]) == ["animal", "cat", "kitten", "stone"])
    #expect(members(#""include": [{"valueSet": ["http://example.org/birds"]}]"#, others: [birds]) == ["bird", "owl"])
    let crossed = #"""
      "include": [{"system": "http://example.org/animals", "valueSet": ["http://example.org/birds"]}]
      """#
    #expect(members(crossed, others: [birds]) == ["bird", "owl"])
  }

  /// Value sets that import each other, and very long chains of imports, end as undecided.
  @Test(.timeLimit(.minutes(1))) func endsWithCircles() {
    #expect(members(#""include": [{"valueSet": ["http://example.org/set"]}]"#) == Self.all)
    let many = (0..<200).map { number in
      let others = (0..<200).map { "\"http://example.org/\($0)\"" }.joined(separator: ",")
      let parts = "{\"valueSet\": [\(others)]}, {\"valueSet\": [\(others)]}"
      return
        "{\"resourceType\": \"ValueSet\", \"url\": \"http://example.org/\(number)\", \"compose\": {\"include\": [\(parts)]}}"
    }
    #expect(members(#""include": [{"valueSet": ["http://example.org/1"]}]"#, others: many) == Self.all)
  }

  /// A value set may leave out what its system has retired.
  @Test(arguments: [
    (#""property": [{"code": "inactive", "valueBoolean": true}]"#, true),
    (#""property": [{"code": "inactive", "valueBoolean": false}]"#, false),
    (#""property": [{"code": "status", "valueCode": "retired"}]"#, true),
    (#""property": [{"code": "status", "valueCode": "deprecated"}]"#, false),
    (#""definition": "retired""#, false),
  ])
  func inactiveCodes(property: String, isLeftOut: Bool) {
    let system = """
      {"resourceType": "CodeSystem", "url": "http://example.org/old", "content": "complete",
        "concept": [{"code": "cat", \(property)}, {"code": "owl"}]}
      """
    func isMember(_ compose: String) -> Bool {
      let set = #"{"resourceType": "ValueSet", "url": "http://example.org/set", "compose": {\#(compose)}}"#
      let profile = ProfileCase(
        #"{"path": "Patient.maritalStatus", "binding": {"strength": "required", "valueSet": "http://example.org/set"}}"#,
        others: [system, set])
      return profile.findings(
        in: #""maritalStatus": {"coding": [{"system": "http://example.org/old", "code": "cat"}]}"#
      ).isEmpty
    }
    for part in [
      "", #", "concept": [{"code": "cat"}, {"code": "owl"}]"#,
      #", "filter": [{"property": "code", "op": "regex", "value": ".*"}]"#,
    ] {
      let include = #""include": [{"system": "http://example.org/old"\#(part)}]"#
      #expect(isMember(#""inactive": false, \#(include)"#) != isLeftOut, "\(part)")
      #expect(isMember(#""inactive": true, \#(include)"#))
      #expect(isMember(include))
    }
  }

  /// A code of which nobody can tell whether its system has it is counted, and is in no doubt where it is known.
  @Test(arguments: ["fragment", "example", "not-present", "complete"]) func wholeSystems(content: String) {
    let system = """
      {"resourceType": "CodeSystem", "url": "http://example.org/part", "content": "\(content)",
        "concept": [{"code": "cat"}]}
      """
    let set = """
      {"resourceType": "ValueSet", "url": "http://example.org/set", "compose": {"include": [
        {"system": "http://example.org/part"}, {"system": "urn:oid:1.2.3"}, {"system": "http://loinc.org"}]}}
      """
    let profile = ProfileCase(
      #"{"path": "Patient.maritalStatus", "binding": {"strength": "required", "valueSet": "http://example.org/set"}}"#,
      others: [system, set])
    func waits(_ system: String, _ code: String) -> Bool {
      let record = profile.record(#""maritalStatus": {"coding": [{"system": "\#(system)", "code": "\#(code)"}]}"#)
      let result = profile.validator.validate(Array(record.utf8))
      return result.tally.notChecked["value set http://example.org/set"] == 1
    }
    #expect(!waits("http://example.org/part", "cat"))
    #expect(waits("http://example.org/part", "dog") == (content != "complete"))
    #expect(waits("urn:oid:1.2.3", "x"))
    // The form of its codes is judged.
    #expect(!waits("http://loinc.org", "3141-9"))
  }

  /// A profile may contain the value set of a binding.
  @Test func aContainedSet() {
    let set = #"""
      "contained": [{ "resourceType": "ValueSet", "id": "v", "compose": { "include": [
        { "system": "http://example.org/animals", "concept": [{ "code": "cat" }] }] } }],
      """#
    let elements = ##"{"path": "Patient.maritalStatus", "binding": {"strength": "required", "valueSet": "#v"}}"##
    let text = ProfileCase.definition(ProfileCase.url, elements, of: "Patient", more: set)
    let profile = ProfileCase("", text: text)
    func findings(_ code: String) -> [String] {
      profile.findings(
        in: #""maritalStatus": {"coding": [{"system": "http://example.org/animals", "code": "\#(code)"}]}"#)
    }
    #expect(findings("cat") == [])
    #expect(findings("owl") == ["outside-value-set Patient.maritalStatus.coding[0].code"])
  }

  /// What stands beside a value set is known to it, and to nothing else.
  @Test(arguments: ["profile", "set", "other set"]) func whatIsContainedBesideASet(place: String) {
    let include = place == "other set" ? ##"{ "valueSet": ["#w"] }"## : #"{ "system": "http://example.org/s" }"#
    let system = #"""
      { "resourceType": "CodeSystem", "id": "c", "url": "http://example.org/s", "content": "complete",
        "caseSensitive": true, "concept": [{ "code": "a" }] }
      """#
    let other = #"""
      { "resourceType": "ValueSet", "id": "w", "compose": { "include": [{ "system": "http://example.org/s" }] } }
      """#
    let compose = #""compose": { "include": [\#(include)] }"#
    let isInside = place == "profile"
    let inner = isInside ? #"{ "resourceType": "ValueSet", "id": "v", \#(compose) }"# : other
    let contained = #""contained": [\#(inner), \#(system)],"#
    let set = #"""
      { "resourceType": "ValueSet", "url": "http://example.org/v", \#(isInside ? "" : contained) \#(compose) }
      """#
    let url = isInside ? "#v" : "http://example.org/v"
    let elements = """
      { "path": "Patient.maritalStatus", "binding": { "strength": "required", "valueSet": "\(url)" } }
      """
    let text = ProfileCase.definition(ProfileCase.url, elements, of: "Patient", more: isInside ? contained : "")
    let profile = ProfileCase("", others: isInside ? [] : [set], text: text)
    func findings(_ code: String, _ before: String = #""maritalStatus": "#, _ after: String = "") -> [String] {
      let value = #"{ "coding": [{ "system": "http://example.org/s", "code": "\#(code)" }] }"#
      let found = profile.result(of: profile.record(before + value + after))
      return found.filter { $0.severity == .error }.map(\.rule.rawValue)
    }
    #expect(findings("a") == [])
    #expect(findings("b") == ["profile/outside-value-set"])
    #expect(findings("b", #""contact": [{ "name": { "text": "a" }, "relationship": ["#, "] }]") == [])
  }

  /// An incomplete expansion excludes no code.
  @Test func expansions() {
    func set(_ more: String) -> String {
      """
      {"resourceType": "ValueSet", "url": "http://example.org/given", "expansion": {\(more) "contains": [
        {"system": "http://example.org/animals", "code": "cat"}]}}
      """
    }
    let taken = #""include": [{"valueSet": ["http://example.org/given"]}]"#
    #expect(members(taken, others: [set("\"total\": 1,")]) == ["cat"])
    #expect(members(taken, others: [set("\"total\": 9,")]) == Self.all)
  }
}
