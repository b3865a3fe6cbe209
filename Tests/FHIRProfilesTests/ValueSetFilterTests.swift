import FHIRProfiles
import FHIRTestSupport
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

  @Test func allFiltersOfAPartHold() {
    let both = #"""
      "include": [{"system": "http://example.org/animals", "filter": [
        {"property": "concept", "op": "is-a", "value": "animal"}, {"property": "legs", "op": "=", "value": "4"}]}]
      """#
    #expect(members(both) == ["cat"])
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
